// Threads take their number from a shared counter, under a lock: no two have one, which is not followed.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int next, results[4];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  int id = next++; // no race
  pthread_mutex_unlock(&lock);
  results[id] = 1; // no race
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
