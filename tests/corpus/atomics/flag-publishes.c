// An atomic flag, released and acquired, hands the data over.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *producer(void *arg) {
  data = 42;                                              // no race
  atomic_store_explicit(&ready, 1, memory_order_release); // no race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, producer, NULL);
  while (!atomic_load_explicit(&ready, memory_order_acquire)) // no race
    ;
  int seen = data; // no race
  pthread_join(a, NULL);
  return seen;
}
