// What is written before the flag is published, what is written after it is not.
#include <pthread.h>
#include <stdatomic.h>

int before, after, seen;
atomic_int ready;

void *producer(void *arg) {
  before = 1; // no race
  atomic_store_explicit(&ready, 1, memory_order_release); // no race
  after = 1; // race
  return arg;
}

void *consumer(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) // no race
    ;
  seen = before; // no race
  seen += after; // race
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
