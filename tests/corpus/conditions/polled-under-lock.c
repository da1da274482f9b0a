// No condition variable at all: the flag is polled under its lock, and what was read is tested later.
#include <pthread.h>

int data, seen, ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  data = 42; // no race
  pthread_mutex_lock(&lock);
  ready = 1; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

void *consumer(void *arg) {
  int told;
  do {
    pthread_mutex_lock(&lock);
    told = ready; // no race
    pthread_mutex_unlock(&lock);
  } while (!told);
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
