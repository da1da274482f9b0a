// The lock is allocated, and a global pointer leads to it.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t *lock;
int counter, late;

void *worker(void *arg) {
  pthread_mutex_lock(lock);
  counter++; // no race
  pthread_mutex_unlock(lock);
  late++; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  lock = malloc(sizeof *lock);
  pthread_mutex_init(lock, NULL);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
