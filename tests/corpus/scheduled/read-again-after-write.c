// A thread writes words and reads them again, whole or in part, between locks that nobody else takes. What another
// thread's reads race with are the writes, though the same thread has read the same bytes since.
// scheduled
#include "part-schedule.h"

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(8) volatile union {
  long whole;
  char bytes[8];
} in_part, whole, in_part_and_written;
static volatile int sink;

static void next_span(void) {
  sink = 0;
  pthread_mutex_lock(&own);
  pthread_mutex_unlock(&own);
}

static void* other(void* unused) {
  after(1);
  char sum = in_part.bytes[3];         // race
  sum += whole.bytes[3];               // race
  sum += in_part_and_written.bytes[3]; // race
  done(2);
  return sum ? unused : 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  in_part.whole = 1;             // race
  whole.whole = 1;               // race
  in_part_and_written.whole = 1; // race
  next_span();
  char sum = in_part.bytes[3];         // no race
  sum += whole.whole == 0;             // no race
  sum += in_part_and_written.bytes[3]; // no race
  next_span();
  sum += in_part.bytes[1];          // no race
  sum += whole.bytes[1];            // no race
  in_part_and_written.bytes[1] = 1; // no race
  next_span();
  sum += in_part_and_written.bytes[5]; // no race
  done(1);
  after(2);
  pthread_join(thread, 0);
  return sum;
}
