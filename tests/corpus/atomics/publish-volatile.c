// volatile is no synchronisation.
#include <pthread.h>

int data, seen;
volatile int ready;

void *producer(void *arg) {
  data = 42; // race
  ready = 1; // race
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
