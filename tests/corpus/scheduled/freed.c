// Memory that another thread still reads, freed; and memory that it has read, given out again.
// scheduled
#include "part-schedule.h"

#include <stdlib.h>

int *shared, *handed;

static void *reader(void *unused) {
  (void)unused;
  int seen = *shared; // race
  seen += *handed;    // no race
  done(1);
  return seen ? shared : 0;
}

int main(void) {
  pthread_t thread;
  shared = calloc(1, 64);
  handed = calloc(1, 64);
  pthread_create(&thread, 0, reader, 0);
  after(1);
  free(shared); // race
  pthread_join(thread, 0);
  free(handed); // no race
  int *again = malloc(64);
  *again = 1; // no race
  int seen = *again;
  free(again);
  return seen == 0;
}
