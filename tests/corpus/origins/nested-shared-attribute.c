// policies
// As nested.c; the outer threads hand their inner ones what main handed them, and to two of them that is the same.
#include <pthread.h>

struct task {
  int private, common;
};

struct outer {
  struct task *own, *other;
};

static void *inner(void *argument) {
  struct outer *o = argument;
  o->own->private++;   // imprecise: the inner threads of both outer ones share a context; callsite:2, origin:2: no race
  o->other->common++;  // race
  return 0;
}

static void *run(void *argument) {
  pthread_t helper;
  pthread_create(&helper, 0, inner, argument);
  pthread_join(helper, 0);
  return 0;
}

int main(void) {
  struct task a = {0, 0}, b = {0, 0};
  struct outer first = {&a, &a}, second = {&b, &a};
  pthread_t one, two;
  pthread_create(&one, 0, run, &first);
  pthread_create(&two, 0, run, &second);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return a.common + a.private + b.private; // no race
}
