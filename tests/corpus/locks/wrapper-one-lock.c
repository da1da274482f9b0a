// A wrapper that takes the lock as a parameter, and is only ever given one lock.
#include <pthread.h>

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(pthread_mutex_t *which) { pthread_mutex_lock(which); }
static void leave(pthread_mutex_t *which) { pthread_mutex_unlock(which); }

void *worker(void *arg) {
  enter(&lock);
  counter++; // no race
  leave(&lock);
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
