// All threads are handed the address of the loop's counter: several may find a 0 there.
#include <pthread.h>

#define N 4
pthread_barrier_t barrier;
int total;

void *worker(void *arg) {
  int id = *(int *)arg; // race
  pthread_barrier_wait(&barrier);
  if (id == 0) total++; // race
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  int i;
  pthread_barrier_init(&barrier, NULL, N);
  for (i = 0; i < N; i++) // race
    pthread_create(&threads[i], NULL, worker, &i);
  for (int k = 0; k < N; k++)
    pthread_join(threads[k], NULL);
  return 0;
}
