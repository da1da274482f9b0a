// One look at the flag under its lock, without waiting.
#include <pthread.h>

int data, seen, ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  data = 42; // race
  pthread_mutex_lock(&lock);
  ready = 1; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  int told = ready; // no race
  pthread_mutex_unlock(&lock);
  if (told)
    seen = 1; // no race
  else
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
