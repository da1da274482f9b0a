// A schedule that every run follows, and that orders nothing: relaxed operations synchronise with nobody.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int step;
static inline void after(int n) {
  while (atomic_load_explicit(&step, memory_order_relaxed) < n) sched_yield();
}
static inline void done(int n) { atomic_store_explicit(&step, n, memory_order_relaxed); }
