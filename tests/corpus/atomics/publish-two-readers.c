// Two threads wait. They may both read; when one of them writes, nothing keeps it from the other.
#include <pthread.h>
#include <stdatomic.h>

int data, shared, seen;
atomic_int ready;

void *other(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) // no race
    ;
  shared += data; // race
  return arg;
}

void *producer(void *arg) {
  data = 42; // no race
  shared = 1; // no race
  atomic_store_explicit(&ready, 1, memory_order_release); // no race
  return arg;
}

void *consumer(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) // no race
    ;
  seen = data; // no race
  shared++; // race
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
