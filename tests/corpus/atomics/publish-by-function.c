// The flag is set and tested by functions.
#include <pthread.h>
#include <stdatomic.h>

int data, seen;
atomic_int ready;

static void announce(void) {
  atomic_store_explicit(&ready, 1, memory_order_release); // no race
}

static int is_ready(void) {
  return atomic_load_explicit(&ready, memory_order_acquire); // no race
}

static void wait_ready(void) {
  while (!is_ready())
    ;
}

void *producer(void *arg) {
  data = 42; // no race
  announce();
  return arg;
}

void *consumer(void *arg) {
  wait_ready();
  seen = data; // no race
  if (is_ready())
    seen += data; // no race
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
