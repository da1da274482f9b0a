// The threads wait for different barriers.
#include <pthread.h>

pthread_barrier_t barrier;
pthread_barrier_t another;
int value;

void *worker(void *arg) {
  pthread_barrier_wait(&another);
  return value ? arg : NULL; // race
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, NULL, 3);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  pthread_barrier_init(&another, NULL, 2);
  value = 1; // race
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
