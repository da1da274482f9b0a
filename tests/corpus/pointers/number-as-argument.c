// The argument is a number, not an address: nothing is shared by it.
#include <pthread.h>
#include <stdint.h>

int squares_done;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  intptr_t n = (intptr_t)arg;
  n *= n;
  pthread_mutex_lock(&lock);
  squares_done++; // no race
  pthread_mutex_unlock(&lock);
  return (void *)n;
}

int main(void) {
  pthread_t threads[4];
  void *square;
  intptr_t sum = 0;
  for (intptr_t i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < 4; i++) {
    pthread_join(threads[i], &square);
    sum += (intptr_t)square;
  }
  return (int)sum;
}
