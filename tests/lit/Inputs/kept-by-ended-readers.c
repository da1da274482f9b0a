// Two threads read a word, all of it and in parts, in more spans than there is room for in one place, and end. Later
// times are numbered anew, and other threads have the places where they kept their reads. Who waited for both may write
// what they have read; who waited for one only may not.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { readers = 2, rounds = 40, lockCount = 3, others = 6, before = 30, spans = 30 };
typedef union {
  long all;
  char bytes[8];
} word;
static struct {
  _Alignas(64) atomic_int step;
} schedule;
static void after(int n) {
  while (atomic_load_explicit(&schedule.step, memory_order_relaxed) < n) sched_yield();
}
static void done(int n) { atomic_store_explicit(&schedule.step, n, memory_order_relaxed); }

static word waited = {1}, early = {2};
static long sums[readers + others][8];

static long partOf(const word *from, int i) {
  switch (i % 4) {
  case 0: return from->all;
  case 1: return from->bytes[0];
  case 2: return from->bytes[1];
  default: return from->bytes[2];
  }
}

static void *reader(void *number) {
  static pthread_mutex_t locks[readers][lockCount];
  long turn = (long)number;
  for (int i = 0; i < rounds; i++) {
    after(readers * i + (int)turn);
    sums[turn][0] += partOf(&waited, i) + partOf(&early, i);
    pthread_mutex_lock(&locks[turn][i % lockCount]); // another one in each of the next, which then differ
    pthread_mutex_unlock(&locks[turn][i % lockCount]);
    done(readers * i + (int)turn + 1);
  }
  return 0;
}

static void *other(void *number) {
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  long turn = (long)number;
  for (int i = 0; i < spans; i++) {
    sums[turn][i % 8]++;
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
  }
  return 0;
}

int main(void) {
  pthread_t threads[readers], another;
  for (int i = 0; i < before; i++) { // more than can have a place at once
    pthread_create(&another, 0, other, (void *)readers);
    pthread_join(another, 0);
  }
  for (long i = 0; i < readers; i++) pthread_create(&threads[i], 0, reader, (void *)i);
  after(readers * rounds);
  pthread_join(threads[0], 0);
  for (long i = 0; i < others / 2; i++) {
    pthread_create(&another, 0, other, (void *)(readers + i));
    pthread_join(another, 0);
  }
  early.bytes[5] = 9;
  pthread_join(threads[1], 0);
  for (long i = others / 2; i < others; i++) {
    pthread_create(&another, 0, other, (void *)(readers + i));
    pthread_join(another, 0);
  }
  waited.bytes[5] = 9;
  waited.bytes[1] = 9;
  waited.all = 9;
  return (int)waited.all + (int)sums[0][0];
}
