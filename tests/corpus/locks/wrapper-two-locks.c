// The same wrapper is given two locks. Each variable has its own, and all is well.
#include <pthread.h>

int reads, writes;
pthread_mutex_t read_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t write_lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(pthread_mutex_t *which) { pthread_mutex_lock(which); }
static void leave(pthread_mutex_t *which) { pthread_mutex_unlock(which); }

void *worker(void *arg) {
  enter(&read_lock);
  reads++; // no race
  leave(&read_lock);
  enter(&write_lock);
  writes++; // no race
  leave(&write_lock);
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
