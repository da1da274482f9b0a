// One thread writes before the barrier, all read behind it.
#include <pthread.h>

pthread_barrier_t barrier;
int config;

void *worker(void *arg) {
  pthread_barrier_wait(&barrier);
  return config ? arg : NULL; // no race
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, NULL, 3);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  config = 1; // no race
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
