// More threads than the barrier is made for: each pair of them has one that is told to go on.
#include <pthread.h>

#define N 4
pthread_barrier_t barrier;
int rounds;

void *worker(void *arg) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) rounds++; // race
  return arg;
}

int main(void) {
  pthread_t threads[N];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
