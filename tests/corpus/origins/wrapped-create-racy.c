// policies
// As wrapped-create.c, and of each pair of threads both get the same counter.
#include <pthread.h>

struct counter {
  int n;
};

static void spawn(pthread_t *t, void *(*entry)(void *), void *argument) {
  pthread_create(t, 0, entry, argument);
}
static void spawn_worker(pthread_t *t, void *(*entry)(void *), void *argument) {
  spawn(t, entry, argument);
}
static void spawn_named(pthread_t *t, const char *name, void *(*entry)(void *), void *argument) {
  if (name) spawn_worker(t, entry, argument);
}

static void *one_deep(void *argument) {
  struct counter *c = argument;
  c->n++; // race
  return 0;
}
static void *two_deep(void *argument) {
  struct counter *c = argument;
  c->n++; // race
  return 0;
}
static void *three_deep(void *argument) {
  struct counter *c = argument;
  c->n++; // race
  return 0;
}

int main(void) {
  struct counter c = {0}, d = {0}, e = {0};
  pthread_t t1, t2, t3, t4, t5, t6;
  spawn(&t1, one_deep, &c);
  spawn(&t2, one_deep, &c);
  spawn_worker(&t3, two_deep, &d);
  spawn_worker(&t4, two_deep, &d);
  spawn_named(&t5, "e", three_deep, &e);
  spawn_named(&t6, "f", three_deep, &e);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  pthread_join(t4, 0);
  pthread_join(t5, 0);
  pthread_join(t6, 0);
  return c.n + d.n + e.n; // no race
}
