// Of the threads, the one that is told to by the barrier writes; the others wait for it at the next one.
#include <pthread.h>

pthread_barrier_t barrier;
int value;

void *worker(void *arg) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    value = 1; // no race
  pthread_barrier_wait(&barrier);
  return value ? arg : NULL; // no race
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
