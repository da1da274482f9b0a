// A write that several threads' reads come before, in no order with it: each reader is told, and each place where one has
// read, in whatever span; but for what the writer is ordered after.
// scheduled
#include "part-schedule.h"

pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, handed = PTHREAD_MUTEX_INITIALIZER;
int common, in_spans, mixed;
atomic_int polled;
int sums[3];

static void pass(pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
}

static void *first(void *unused) {
  int sum = mixed; // imprecise: who takes the lock after whom is known by a run only
  pass(&handed);
  sum += common;   // race
  sum += in_spans; // race
  pass(&own);
  sum += in_spans; // race
  pass(&own);
  sum += in_spans;                                              // race
  sum += mixed;                                                 // race
  sum += atomic_load_explicit(&polled, memory_order_relaxed);   // race
  sums[0] = sum;                                                // no race
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  int sum = common;                                           // race
  sum += atomic_load_explicit(&polled, memory_order_relaxed); // race
  sums[1] = sum;                                              // no race
  done(2);
  return unused;
}

static void *third(void *unused) {
  after(2);
  sums[2] = common; // race
  done(3);
  return unused;
}

static void *writer(void *unused) {
  after(3);
  pass(&handed);
  common = 1;           // race
  in_spans = 1;         // race
  mixed = 1;            // race
  *(int *)&polled = 1;  // race
  return unused;
}

int main(void) {
  pthread_t one, two, three, four;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_create(&three, 0, third, 0);
  pthread_create(&four, 0, writer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  pthread_join(four, 0);
  return sums[0] + sums[1] + sums[2] == 77; // no race
}
