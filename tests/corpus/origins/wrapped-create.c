// policies
// Threads are created through wrappers: one, two and three calls deep. Each has a counter of its own.
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
  c->n++; // no race; none, callsite:1, object:1: false alarm
  return 0;
}
static void *two_deep(void *argument) {
  struct counter *c = argument;
  c->n++; // no race; none, callsite:1, callsite:2, object:1: false alarm
  return 0;
}
static void *three_deep(void *argument) {
  struct counter *c = argument;
  c->n++; // no race; none, callsite:1, callsite:2, object:1: false alarm
  return 0;
}

int main(void) {
  struct counter c[1] = {{0}}, d = {0}, e = {0}, f = {0}, g = {0}, h = {0};
  pthread_t t1, t2, t3, t4, t5, t6;
  spawn(&t1, one_deep, c);
  spawn(&t2, one_deep, &d);
  spawn_worker(&t3, two_deep, &e);
  spawn_worker(&t4, two_deep, &f);
  spawn_named(&t5, "g", three_deep, &g);
  spawn_named(&t6, "h", three_deep, &h);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  pthread_join(t4, 0);
  pthread_join(t5, 0);
  pthread_join(t6, 0);
  return c->n + d.n + e.n + f.n + g.n + h.n; // no race
}
