// A task is left in an atomic variable, from which an exchange takes it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct task {
  int value;
};
static _Atomic(struct task *) slot;

static void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    struct task *t = malloc(sizeof *t);
    t->value = i; // no race
    struct task *old = atomic_exchange(&slot, t);
    if (old) {
      old->value = -1; // no race
      free(old);       // no race
    }
  }
  return arg;
}

static void *consumer(void *arg) {
  struct task *t = atomic_exchange(&slot, NULL);
  if (t) {
    t->value++; // no race
    free(t);    // no race
  }
  return arg;
}

int main(void) {
  pthread_t p, c, d;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, NULL);
  pthread_create(&d, NULL, consumer, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return 0;
}
