// An atomic flag, released and acquired, hands the data over.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *producer(void *arg) {
  data = 42;                                              // imprecise: order by atomics is not followed yet
  atomic_store_explicit(&ready, 1, memory_order_release); // no race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, producer, NULL);
  while (!atomic_load_explicit(&ready, memory_order_acquire)) // no race
    ;
  int seen = data; // imprecise: order by atomics is not followed yet
  pthread_join(a, NULL);
  return seen;
}
