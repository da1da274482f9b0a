// The address is stored with release, and the object changed after that.
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>

struct config {
  int size;
};
_Atomic(struct config *) current;

void *producer(void *arg) {
  struct config *c = malloc(sizeof *c);
  c->size = 4; // no race
  atomic_store_explicit(&current, c, memory_order_release);
  c->size = 5; // race
  return arg;
}

void *consumer(void *arg) {
  struct config *c = atomic_load_explicit(&current, memory_order_acquire);
  return c && c->size ? arg : NULL; // race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
