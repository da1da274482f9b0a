// The wait is in a function of the program.
#include <pthread.h>

pthread_barrier_t barrier;
int value;

static void everyone(void) { pthread_barrier_wait(&barrier); }

void *worker(void *arg) {
  int seen = 0;
  for (int round = 0; round < 10; round++) {
    everyone();
    seen += value; // no race
    everyone();
  }
  return seen ? arg : NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, NULL, 3);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int round = 0; round < 10; round++) {
    value = round; // no race
    everyone();
    everyone();
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
