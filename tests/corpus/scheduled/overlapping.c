// One check for accesses that overlap: each is told by its own bytes, though another of the check is told as well.
// scheduled
#include "part-schedule.h"

union value {
  long whole;
  struct {
    int low, high;
  };
};
union value shared, apart;
volatile long given = 5;

static void *first(void *unused) {
  long whole = given;
  int half = (int)given;
  shared.whole = whole; // race
  shared.high = half;   // race
  apart.whole = whole;  // race
  apart.high = half;    // no race
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  long found = shared.whole; // race
  found += apart.low;        // race
  return found == 77 ? &shared : unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
