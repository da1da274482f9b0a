#include <pthread.h>

int shared, guarded;
pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  shared = 2; // race
  pthread_mutex_lock(&shared_lock);
  guarded = 2; // no race
  pthread_mutex_unlock(&shared_lock);
  return arg;
}
