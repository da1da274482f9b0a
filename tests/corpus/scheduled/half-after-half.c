// Halves of a word, one after the other in the same span, beside a word that shows where the halves are: that one half
// was accessed says nothing of the other.
// scheduled
#include "part-schedule.h"

struct record {
  int low, high;
  long whole;
} rising, falling;
int seen;

__attribute__((noinline)) static void set_low(struct record *record) {
  record->whole += 1; // no race
  record->low = 1;    // race
}

__attribute__((noinline)) static void set_high(struct record *record) {
  record->whole += 2; // no race
  record->high = 2;   // race
}

static void *writer(void *unused) {
  set_low(&rising);
  set_high(&rising);
  set_high(&falling);
  set_low(&falling);
  done(1);
  return unused;
}

static void *reader(void *unused) {
  after(1);
  seen = rising.high; // race
  seen += falling.low; // race
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, writer, 0);
  pthread_create(&second, 0, reader, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return seen + rising.low + falling.high; // no race
}
