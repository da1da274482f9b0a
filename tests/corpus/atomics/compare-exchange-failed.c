// Where the compare-exchange fails, the value was something else.
#include <pthread.h>
#include <stdatomic.h>

int data, seen;
atomic_int state;

void *producer(void *arg) {
  data = 42; // race
  atomic_store_explicit(&state, 1, memory_order_release); // no race
  return arg;
}

void *consumer(void *arg) {
  int expected = 1;
  if (!atomic_compare_exchange_strong(&state, &expected, 2)) // no race
    seen = data; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return seen;
}
