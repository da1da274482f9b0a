// policies
// A thread hands its object on to a thread that it starts, and does not touch it any more. Two such chains run beside
// one another.
#include <pthread.h>
#include <stdlib.h>

struct document {
  int pages, words;
};

static void *count(void *argument) {
  struct document *d = argument;
  d->words += d->pages; // imprecise: the threads of both chains share a context; callsite:2, origin:2: no race
  return d;
}

static void *layout(void *argument) {
  struct document *d = argument;
  pthread_t next;
  d->pages++; // imprecise: as above; callsite:2, origin:2: no race
  pthread_create(&next, 0, count, d);
  pthread_join(next, 0);
  d->pages--; // imprecise: as above; callsite:2, origin:2: no race
  return d;
}

int main(void) {
  pthread_t one, two;
  struct document *first = calloc(1, sizeof *first), *second = calloc(1, sizeof *second);
  pthread_create(&one, 0, layout, first);
  pthread_create(&two, 0, layout, second);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return first->words + second->words; // no race
}
