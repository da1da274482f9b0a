// The predicate is a count that is not zero. One item was put there before it was raised.
#include <pthread.h>

int data, seen, items;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *producer(void *arg) {
  data = 42; // no race
  pthread_mutex_lock(&lock);
  items++; // no race
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  while (items == 0) // no race
    pthread_cond_wait(&changed, &lock);
  items--; // no race
  pthread_mutex_unlock(&lock);
  seen = data; // no race
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
