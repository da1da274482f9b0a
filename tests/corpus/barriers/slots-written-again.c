// Behind the barrier each thread reads the slots of all, and some already write their own again.
#include <pthread.h>

#define THREADS 4
pthread_barrier_t barrier;
int slots[THREADS];

void *worker(void *arg) {
  long id = (long)arg;
  int sum = 0;
  slots[id] = 1; // no race
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < THREADS; i++)
    sum += slots[i]; // race
  slots[id] = sum; // race
  return arg;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
