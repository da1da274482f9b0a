// One way round the loop has a wait more than the other.
#include <pthread.h>

pthread_barrier_t barrier;
int value, often;

void *worker(void *arg) {
  int seen = 0;
  for (int round = 0; round < 10; round++) {
    pthread_barrier_wait(&barrier);
    seen += value; // race
    if (!often)
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
    value = round; // race
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
