// Main waits only if it was told to.
#include <pthread.h>

int result;

void *worker(void *arg) {
  result = 1; // race
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a;
  (void)argv;
  pthread_create(&a, NULL, worker, NULL);
  if (argc > 1)
    pthread_join(a, NULL);
  return result; // race
}
