// The halves of a word, each with a history of its own: one is ordered by the creation of the thread, the other is not;
// a copy of both is a race with the other.
// scheduled
#include "part-schedule.h"

struct pair {
  int first, second;
};
_Alignas(8) struct pair pair, copied, kept;

static void *other(void *unused) {
  (void)unused;
  after(1);
  kept.first = pair.first;   // no race
  kept.second = pair.second; // race
  done(2);
  after(3);
  kept = copied; // race
  done(4);
  return 0;
}

int main(void) {
  pthread_t thread;
  pair.first = 1;   // no race
  pair.second = 1;  // no race
  copied.first = 1; // no race
  pthread_create(&thread, 0, other, 0);
  pair.second = 2; // race
  done(1);
  after(2);
  copied.second = 2; // race
  done(3);
  after(4);
  pthread_join(thread, 0);
  return 0;
}
