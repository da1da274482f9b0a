// The flag is set, and then the data is written again.
#include <pthread.h>
#include <stdatomic.h>

int data, seen;
atomic_int ready;

void *producer(void *arg) {
  for (int round = 0; round < 2; round++) {
    data = round; // race
    atomic_store_explicit(&ready, 1, memory_order_release); // no race
  }
  return arg;
}

void *consumer(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) // no race
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
