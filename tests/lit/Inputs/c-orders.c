// What a program in C orders in ways that few go. With RACY, what only looks like it.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int step; // relaxed: it orders nothing
static void after(int n) {
  while (atomic_load_explicit(&step, memory_order_relaxed) < n) sched_yield();
}
static void done(int n) { atomic_store_explicit(&step, n, memory_order_relaxed); }

// A call that a cancellation has left is before the next one, also when it was made by the routine of another.
static pthread_once_t inner = PTHREAD_ONCE_INIT, outer = PTHREAD_ONCE_INIT;
static int tried_inner, tried_outer, unordered;

static void once_inside(void) {
  if (tried_inner++ > 0) return;
  unordered = 1;
  done(1);
  for (;;) pthread_testcancel();
}
static void once_outside(void) {
  tried_outer++;
  pthread_once(&inner, once_inside);
}

static void *left(void *unused) {
  pthread_once(&outer, once_outside);
  return unused;
}
static void *again(void *unused) {
  after(2);
#ifdef RACY
  unordered++;
#endif
  pthread_once(&outer, once_outside);
  unordered++;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, left, 0);
  pthread_create(&two, 0, again, 0);
  after(1);
  pthread_cancel(one);
  pthread_join(one, 0);
  done(2);
  pthread_join(two, 0);
  return tried_inner == 2 && tried_outer == 2 ? 0 : 3;
}
