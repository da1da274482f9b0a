// A heap hands out again what was freed. It is read before anything is written to it, whole and in parts and in several spans,
// by two threads with no order between them: no race. Nor is there one with what was done to it before; but there is
// where one of them writes.
// scheduled
#include "part-schedule.h"

#include <stdlib.h>

struct record {
  long whole;
  char letters[8];
  long read_first, written_first;
  long rest[4];
};
enum { count = 8 };
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct record *) published;

static _Thread_local volatile long seen;

__attribute__((noinline)) static struct record *hand_out(void) { return calloc(1, sizeof(struct record)); }

static void *owner(void *argument) {
  long *before[count], sum = 0;
  for (int i = 0; i < count; i++) {
    before[i] = malloc(sizeof(struct record));
    *before[i] = i; // no race
  }
  for (int i = 0; i < count; i++) free(before[i]); // no race
  struct record *record = hand_out();
  sum += record->whole;      // no race
  sum += record->letters[1]; // no race
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&own);
    sum += i;
    pthread_mutex_unlock(&own);
  }
  sum += *(char *)&record->whole; // no race
  sum += record->letters[2];      // no race
  sum += record->read_first;      // race
  record->written_first = sum;    // race
  atomic_store_explicit(&published, record, memory_order_relaxed);
  done(1);
  return argument;
}

static void *other(void *argument) {
  after(1);
  struct record *record = atomic_load_explicit(&published, memory_order_relaxed);
  long sum = record->whole;                                  // no race
  sum += *((char *)&record->whole + 1) + record->letters[1]; // no race
  record->read_first = sum;                                  // race
  sum += record->written_first;                              // race
  seen = sum;
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, owner, 0);
  pthread_create(&threads[1], 0, other, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  free(atomic_load_explicit(&published, memory_order_relaxed)); // no race
  return 0;
}
