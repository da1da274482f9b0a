// A third thread only takes the flag back, which tells nobody anything.
#include <pthread.h>
#include <stdatomic.h>

int data, seen;
atomic_int ready;

void *other(void *arg) {
  atomic_store(&ready, 0); // no race
  return arg;
}

void *producer(void *arg) {
  data = 42; // no race
  atomic_store_explicit(&ready, 1, memory_order_release); // no race
  return arg;
}

void *consumer(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) // no race
    ;
  seen = data; // no race
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_create(&c, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
