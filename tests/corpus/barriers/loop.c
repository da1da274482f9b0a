// In every round the creator writes, and all read behind the barrier; another one ends the round.
#include <pthread.h>

pthread_barrier_t barrier;
int value;

void *worker(void *arg) {
  int seen = 0;
  for (int round = 0; round < 10; round++) {
    pthread_barrier_wait(&barrier);
    seen += value; // no race
    pthread_barrier_wait(&barrier);
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
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
