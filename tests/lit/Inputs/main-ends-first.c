// The first thread is gone when the others race.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_t first;
static atomic_int step; // relaxed: it orders nothing
int shared;

static void *one(void *unused) {
  pthread_join(first, 0);
  shared = 1;
  atomic_store_explicit(&step, 1, memory_order_relaxed);
  return unused;
}

static void *two(void *unused) {
  while (!atomic_load_explicit(&step, memory_order_relaxed)) sched_yield();
  shared = 2;
  return unused;
}

int main(void) {
  first = pthread_self();
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_exit(0);
}
