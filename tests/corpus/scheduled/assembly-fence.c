// A fence in inline assembly is one for the relaxed atomics around it.
// scheduled
#include "part-schedule.h"

#include <stdatomic.h>

static atomic_int flag, plain;
static int fenced, unfenced;
static volatile int sink;

static void all(void) { __asm__ __volatile__("mfence" : : : "memory"); }
static void stack(void) { __asm__ __volatile__("lock; addl $0, -8(%%rsp)" : : : "memory", "cc"); }

static void *first(void *unused) {
  fenced = 1; // imprecise: what assembly does to memory is not known
  all();
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  unfenced = 1; // race
  atomic_store_explicit(&plain, 1, memory_order_relaxed);
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  sink = atomic_load_explicit(&plain, memory_order_relaxed);
  sink = unfenced; // race
  sink = atomic_load_explicit(&flag, memory_order_relaxed);
  stack();
  sink = fenced; // imprecise: the same
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
