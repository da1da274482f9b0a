// A copy of a whole array, and one element of it.
// scheduled
#include "part-schedule.h"

#include <string.h>

enum { count = 4096 };
int from[count], to[count];

static void *copy(void *unused) {
  (void)unused;
  memcpy(to, from, sizeof to); // race
  done(1);
  after(2);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, copy, 0);
  after(1);
  from[count / 2 + 1] = 1; // race
  int seen = to[77];       // race
  done(2);
  pthread_join(thread, 0);
  seen += to[78]; // no race
  return seen == 1;
}
