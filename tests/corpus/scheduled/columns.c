// Every other element of an array by one thread, those between by another; a third meets the first at one of them.
// scheduled
#include "part-schedule.h"

enum { count = 512 };
_Alignas(512) long values[count];
long seen;

static void *even(void *unused) {
  for (int i = 0; i < count; i += 2) values[i] = i; // race
  done(1);
  return unused;
}

static void *odd(void *unused) {
  after(1);
  for (int i = 1; i < count; i += 2) values[i] = i; // imprecise: elements are not told apart without a run
  done(2);
  return unused;
}

static void *third(void *unused) {
  after(2);
  seen = values[130]; // race
  done(3);
  return unused;
}

int main(void) {
  pthread_t one, two, three;
  for (int i = 0; i < count; i++) values[i] = -i; // no race
  pthread_create(&one, 0, even, 0);
  pthread_create(&two, 0, odd, 0);
  pthread_create(&three, 0, third, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return (int)(seen + values[7]); // no race
}
