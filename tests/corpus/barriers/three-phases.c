// Written by the creator, used by all, written again: a barrier between each two.
#include <pthread.h>

pthread_barrier_t barrier;
int value;

void *worker(void *arg) {
  int seen = 0;
  pthread_barrier_wait(&barrier);
  seen += value; // no race
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  seen += value; // no race
  return seen ? arg : NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, NULL, 3);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  value = 1; // no race
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  value = 2; // no race
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
