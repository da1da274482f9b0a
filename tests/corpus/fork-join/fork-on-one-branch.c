// The thread exists only if main was told to create it; that is enough for a race.
#include <pthread.h>

int mode;

void *worker(void *arg) {
  mode = 1; // race
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a;
  (void)argv;
  if (argc < 2)
    pthread_create(&a, NULL, worker, NULL);
  mode = 2; // race
  if (argc < 2)
    pthread_join(a, NULL);
  return 0;
}
