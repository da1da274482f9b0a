// A plain access and an atomic one race; two atomic ones do not.
// scheduled
#include "part-schedule.h"

atomic_int flag;
int *plain = (int *)&flag;

static void *other(void *unused) {
  (void)unused;
  atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed); // race
  done(1);
  after(2);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  after(1);
  atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed); // no race
  int seen = *plain;                                         // race
  done(2);
  pthread_join(thread, 0);
  return seen == 0;
}
