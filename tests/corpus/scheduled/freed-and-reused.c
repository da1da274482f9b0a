// Memory that is freed, and used again, by one thread without synchronisation in between: what raced are the accesses
// to what the memory is now; and of memory that is nothing any more, what was written last, and that it was freed.
// scheduled
#include "part-schedule.h"

#include <stdlib.h>

struct three {
  long one, two, three;
};
struct three *current, *gone;

__attribute__((noinline)) static struct three *made(long value) {
  struct three *it = malloc(sizeof *it);
  __asm__ volatile("" : "+r"(it));
  it->two = value;
  return it;
}

__attribute__((noinline)) static void fill(struct three *it, long value) {
  it->one = value; // no race
  it->two = value; // no race
  it->three = value; // no race
}

static void *first(void *unused) {
  gone = made(1); // race
  struct three *before = made(2);
  fill(before, 3);
  free(before); // no race
  current = made(0); // race
  current->one = 4; // race
  gone->one = 5; // race
  gone->two = 6; // no race
  gone->three = 7; // no race
  free(gone); // race
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  long found = current->one; // race
  found += gone->one; // race
  return found == 77 ? &current : unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
