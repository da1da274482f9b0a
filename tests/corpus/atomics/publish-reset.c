// The reader takes the flag back. What it saw stays in order.
#include <pthread.h>
#include <stdatomic.h>

int data, seen;
atomic_int ready;

void *producer(void *arg) {
  data = 42; // no race
  atomic_store_explicit(&ready, 1, memory_order_release); // no race
  return arg;
}

void *consumer(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) // no race
    ;
  atomic_store_explicit(&ready, 0, memory_order_relaxed); // no race
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
