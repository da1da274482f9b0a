// The flag is set without the lock that the waiting thread tests it under.
#include <pthread.h>

int data, seen, ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *producer(void *arg) {
  data = 42; // race
  ready = 1; // race
  pthread_cond_signal(&changed);
  return arg;
}

void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  while (!ready) // race
    pthread_cond_wait(&changed, &lock);
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
