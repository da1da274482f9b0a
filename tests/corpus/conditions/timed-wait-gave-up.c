// After the time is over the flag may not be set.
#include <pthread.h>
#include <time.h>

int data, seen, ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *producer(void *arg) {
  data = 42; // race
  pthread_mutex_lock(&lock);
  ready = 1; // no race
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

void *consumer(void *arg) {
  struct timespec soon = {1, 0};
  pthread_mutex_lock(&lock);
  int error = 0;
  while (!ready && !error) // no race
    error = pthread_cond_timedwait(&changed, &lock, &soon);
  pthread_mutex_unlock(&lock);
  seen = data; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
