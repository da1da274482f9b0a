// The thread itself changes the pointer while it holds the lock.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t *lock = &first;
int counter;

void *worker(void *arg) {
  pthread_mutex_lock(lock); // race
  lock = &second;           // race
  counter++;                // race
  pthread_mutex_unlock(&first);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
