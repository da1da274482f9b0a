// The thread that is waited for may have given up waiting.
#include <pthread.h>
#include <stdatomic.h>

int data, also;
atomic_int ready;

void *producer(void *arg) {
  data = 42; // race
  atomic_store(&ready, 1); // no race
  return arg;
}

void *waiter(void *arg) {
  for (int tries = 0; tries < 100; tries++)
    if (atomic_load(&ready)) // no race
      return arg;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, waiter, 0);
  pthread_join(b, 0);
  also = data; // race
  pthread_join(a, 0);
  return also;
}
