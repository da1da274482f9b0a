// One function writes before the flag and after it.
#include <pthread.h>
#include <stdatomic.h>

int data, seen;
atomic_int ready;

static void fill(int value) {
  data = value; // race
}

void *producer(void *arg) {
  fill(1);
  atomic_store_explicit(&ready, 1, memory_order_release); // no race
  fill(2);
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
