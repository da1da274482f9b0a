// Each thread chooses one of two locks: a lock that may be another one protects nothing.
#include <pthread.h>

int counter;
pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  pthread_mutex_t *mine = arg ? &left : &right;
  pthread_mutex_lock(mine);
  counter++; // race
  pthread_mutex_unlock(mine);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, &counter);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
