// The address is put in place by compare and exchange; who loses throws its own away.
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>

struct config {
  int size;
};
_Atomic(struct config *) current;

void *producer(void *arg) {
  struct config *c = malloc(sizeof *c), *none = NULL;
  c->size = 4; // no race
  if (!atomic_compare_exchange_strong(&current, &none, c)) free(c); // imprecise: that the exchange failed is not followed
  return arg;
}

void *consumer(void *arg) {
  struct config *c = atomic_load(&current);
  return c && c->size ? arg : NULL; // imprecise: as above
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
