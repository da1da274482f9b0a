// Accesses that have one check are each told where they are: those whose bytes another thread uses in no order, and not
// their neighbours; whichever of the two came first, and in a loop, too.
// scheduled
#include "part-schedule.h"

struct fields {
  int one, two;
  long three;
  short four, five;
  int six;
};
struct fields early, late;
int in_turn[4];

static void *first(void *unused) {
  early.one = 1;   // race
  early.two = 1;   // no race
  early.three = 1; // race
  early.four = 1;  // race
  early.five = 1;  // race
  early.six = 1;   // no race
  late.one = 1;    // race
  done(1);
  after(2); // each in a check of its own
  late.five = 1; // race
  done(3);
  after(4);
  late.three = 1; // race
  in_turn[0] = 1; // race
  done(5);
  after(6);
  in_turn[2] = 1; // race
  done(7);
  return unused;
}

static void *second(void *unused) {
  after(1);
  done(2);
  after(3);
  done(4);
  after(5);
  done(6);
  after(7);
  int found = early.one; // race
  found += early.three;  // race
  found += early.four;   // race
  found += early.five;   // race
  late.one = found;      // race
  late.two = 2;          // no race
  late.three = 3;        // race
  late.four = 4;         // no race
  late.five = 5;         // race
  late.six = 6;          // no race
  for (int i = 0; i < 4; i++) {
    in_turn[i] = found; // race
    after(7);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return early.six + late.six + in_turn[3] == 77; // no race
}
