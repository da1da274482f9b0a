// One thread uses the bytes of a word in many spans, some before it creates the other and one after: only that one races.
// scheduled
#include "part-schedule.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(8) volatile char read_before[8], written_before[8];
static volatile int sink;

static void next_span(void) {
  sink = 0;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void *other(void *unused) {
  after(1);
  read_before[0] = 1;    // no race
  read_before[2] = 1;    // no race
  read_before[3] = 1;    // no race
  read_before[5] = 1;    // race
  written_before[0] = 1; // no race
  written_before[4] = 1; // no race
  written_before[6] = 1; // race
  done(2);
  return unused;
}

int main(void) {
  pthread_t thread;
  int sum = read_before[0]; // no race
  written_before[0] = 2;    // no race
  next_span();
  sum += read_before[1]; // no race
  sum += read_before[2]; // no race
  written_before[4] = 2; // no race
  next_span();
  sum += read_before[3]; // no race
  written_before[1] = 2; // no race
  next_span();
  sum += read_before[0]; // no race
  sum += read_before[4]; // no race
  written_before[2] = 2; // no race
  next_span();
  sum += read_before[7]; // no race
  written_before[4] = 3; // no race
  next_span();
  sum += read_before[2]; // no race
  written_before[7] = 2; // no race
  pthread_create(&thread, 0, other, 0);
  sum += read_before[1]; // no race
  sum += read_before[5]; // race
  written_before[6] = 2; // race
  written_before[3] = 2; // no race
  done(1);
  after(2);
  pthread_join(thread, 0);
  return sum == 1000;
}
