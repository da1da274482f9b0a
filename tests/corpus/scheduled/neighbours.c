// Bytes of one word. The other thread wrote one of them, and this one reads its neighbours first, with nothing between:
// what is known of the neighbours says nothing of that byte.
// scheduled
#include "part-schedule.h"

_Alignas(8) struct {
  char first, second, third, written, fifth, rest[3];
} word;
char sum;

static void *other(void *unused) {
  (void)unused;
  after(1);
  char first = word.first;  // no race
  after(1);
  char second = word.second; // no race
  after(1);
  char seen = word.written; // race
  after(1);
  char fifth = word.fifth; // no race
  sum = first + second + seen + fifth; // no race
  done(2);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  word.written = 1; // race
  done(1);
  after(2);
  pthread_join(thread, 0);
  return 0;
}
