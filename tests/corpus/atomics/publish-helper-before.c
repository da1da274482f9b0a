// One function writes two variables; only what it does before the flag is looked at.
#include <pthread.h>
#include <stdatomic.h>

int data, rest, seen;
atomic_int ready;

static void fill(int *where, int value) {
  *where = value; // imprecise: which variable is meant is not kept apart by what was signalled
}

void *producer(void *arg) {
  fill(&data, 1);
  atomic_store_explicit(&ready, 1, memory_order_release); // no race
  fill(&rest, 2);
  return arg;
}

void *consumer(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) // no race
    ;
  seen = data; // imprecise: as above
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
