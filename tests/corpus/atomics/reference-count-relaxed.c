// Letting go with relaxed order: the one that frees may not see what the others did.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int owners;
  int parts[2];
};

static void let_go(struct shared *s) {
  if (atomic_fetch_sub_explicit(&s->owners, 1, memory_order_relaxed) == 1) // race
    free(s); // race
}

void *first(void *arg) {
  struct shared *s = arg;
  s->parts[0] = 1; // race
  let_go(s);
  return 0;
}

void *second(void *arg) {
  struct shared *s = arg;
  s->parts[1] = 1; // race
  let_go(s);
  return 0;
}

int main(void) {
  pthread_t a, b;
  struct shared *s = malloc(sizeof *s);
  atomic_init(&s->owners, 2);
  pthread_create(&a, 0, first, s);
  pthread_create(&b, 0, second, s);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
