// The old builtins are full barriers.
#include <pthread.h>

int data, seen;
int ready;

void *producer(void *arg) {
  data = 42; // no race
  __sync_fetch_and_or(&ready, 1); // no race
  return arg;
}

void *consumer(void *arg) {
  while (!__sync_fetch_and_add(&ready, 0)) // no race
    ;
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
