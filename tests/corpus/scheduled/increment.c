// Two threads, one after the other, with nothing that orders them.
// scheduled
#include "part-schedule.h"

int counter, own;

static void *other(void *unused) {
  (void)unused;
  after(1);
  counter++; // race
  done(2);
  return 0;
}

int main(void) {
  pthread_t thread;
  own = 1; // no race
  pthread_create(&thread, 0, other, 0);
  counter++; // race
  done(1);
  after(2);
  pthread_join(thread, 0);
  return own + counter == 0; // no race
}
