// The flag is set by a thread that is started after the data is written.
#include <pthread.h>
#include <stdatomic.h>

int data, late, seen;
atomic_int ready;

void *announce(void *arg) {
  atomic_store_explicit(&ready, 1, memory_order_release); // no race
  return arg;
}

void *producer(void *arg) {
  pthread_t helper;
  data = 42; // no race
  pthread_create(&helper, NULL, announce, NULL);
  late = 1; // race
  pthread_join(helper, NULL);
  return arg;
}

void *consumer(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) // no race
    ;
  seen = data;  // no race
  seen += late; // race
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
