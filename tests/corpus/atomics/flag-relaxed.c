// A relaxed flag hands nothing over.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *producer(void *arg) {
  data = 42;                                              // race
  atomic_store_explicit(&ready, 1, memory_order_relaxed); // no race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, producer, NULL);
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) // no race
    ;
  int seen = data; // race
  pthread_join(a, NULL);
  return seen;
}
