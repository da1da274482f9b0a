// The flag is set without the mutex that the waiting side holds.
#include <pthread.h>

int ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *producer(void *arg) {
  ready = 1; // race
  pthread_cond_signal(&changed);
  return arg;
}

int main(void) {
  pthread_t a;
  struct timespec until = {0, 0};
  pthread_create(&a, NULL, producer, NULL);
  pthread_mutex_lock(&lock);
  while (!ready) // race
    pthread_cond_timedwait(&changed, &lock, &until);
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  return ready; // no race
}
