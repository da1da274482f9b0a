// The barrier is made for as many threads as the loop starts, and the creator.
#include <pthread.h>
#include <stdlib.h>

pthread_barrier_t barrier;
int config;

void *worker(void *arg) {
  pthread_barrier_wait(&barrier);
  return config ? arg : NULL; // no race
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 4;
  pthread_t threads[64];
  pthread_barrier_init(&barrier, NULL, count + 1);
  for (int i = 0; i < count; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  config = 1; // no race
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
