// A schedule that every run follows, and that orders nothing: relaxed operations synchronise with nobody.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

// In a line of its own: what it is beside is not to be touched at the same moment.
static struct {
  _Alignas(64) atomic_int step;
} schedule;
static inline void after(int n) {
  while (atomic_load_explicit(&schedule.step, memory_order_relaxed) < n) sched_yield();
}
static inline void done(int n) { atomic_store_explicit(&schedule.step, n, memory_order_relaxed); }
