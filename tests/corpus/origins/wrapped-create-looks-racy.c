// policies
// As wrapped-create.c; a wrapper two calls deep starts two threads on one counter, the second when the first has ended.
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
static void wait_for(pthread_t t) { pthread_join(t, 0); }

static void *count(void *argument) {
  struct counter *c = argument;
  c->n++; // no race
  return 0;
}

int main(void) {
  struct counter c = {0};
  pthread_t one, two;
  spawn_worker(&one, count, &c);
  wait_for(one);
  spawn_worker(&two, count, &c);
  wait_for(two);
  return c.n; // no race
}
