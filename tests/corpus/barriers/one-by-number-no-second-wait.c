// The thread with the number 0 adds up, but the others do not wait for it.
#include <pthread.h>

#define N 4
pthread_barrier_t barrier;
int total;

void *worker(void *arg) {
  long id = (long)arg;
  pthread_barrier_wait(&barrier);
  if (id == 0) total++;      // race
  return total ? arg : NULL; // race
}

int main(void) {
  pthread_t threads[N];
  pthread_barrier_init(&barrier, NULL, N);
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
