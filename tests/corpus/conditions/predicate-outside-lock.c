// The flag is tested without the lock: a race on the flag, and no order.
#include <pthread.h>

int data, seen, ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *producer(void *arg) {
  data = 42; // race
  pthread_mutex_lock(&lock);
  ready = 1; // race
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

void *consumer(void *arg) {
  while (!ready) // race
    ;
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
