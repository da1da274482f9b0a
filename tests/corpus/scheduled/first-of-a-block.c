// The first that happens to most of a block, after one element of it was used alone. The other thread uses what is
// beside, and one element of it; and elements of memory that was freed and is new again.
// scheduled
#include "part-schedule.h"
#include <stdlib.h>
#include <string.h>

enum { count = 128, from = 70, to = 120 };
_Alignas(512) long values[count];
long one, sum;

static void *filler(void *unused) {
  values[66] = 1;                                // no race
  for (int i = from; i < to; i++) values[i] = i; // race
  for (int i = 0; i < 4; i++) { // the same memory each time, in parts of blocks
    char *text = malloc(1000);
    memset(text, i, 1000); // no race
    free(text);
  }
  done(1);
  return unused;
}

static void *user(void *unused) {
  after(1);
  values[from - 1] = 1;   // no race
  for (int i = to; i < count; i++) values[i] = 2; // no race
  one = values[from + 5]; // race
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, filler, 0);
  pthread_create(&second, 0, user, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  for (int i = 0; i < count; i++) sum += values[i]; // no race
  return (int)(sum + one);
}
