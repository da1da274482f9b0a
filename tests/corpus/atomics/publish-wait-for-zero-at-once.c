// Waiting for 0, which is what the variable starts with.
#include <pthread.h>
#include <stdatomic.h>

int data, seen;
atomic_int busy;

void *producer(void *arg) {
  data = 42; // race
  atomic_store_explicit(&busy, 0, memory_order_release); // no race
  return arg;
}

void *consumer(void *arg) {
  while (atomic_load_explicit(&busy, memory_order_acquire)) // no race
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
