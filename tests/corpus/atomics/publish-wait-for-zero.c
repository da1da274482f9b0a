// The flag starts at 1 and the data is there when it is 0.
#include <pthread.h>
#include <stdatomic.h>

int data, seen;
atomic_int busy = 1;

void *producer(void *arg) {
  data = 42; // no race
  atomic_store_explicit(&busy, 0, memory_order_release); // no race
  return arg;
}

void *consumer(void *arg) {
  while (atomic_load_explicit(&busy, memory_order_acquire)) // no race
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
