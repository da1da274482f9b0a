// policies
// As handed-on.c, but the first thread is not waited for.
#include <pthread.h>
#include <stdlib.h>

struct document {
  int pages, words;
};

static void *layout(void *argument) {
  struct document *d = argument;
  d->pages++; // race
  return d;
}

static void *count(void *argument) {
  struct document *d = argument;
  d->words += d->pages; // race
  return d;
}

int main(void) {
  pthread_t one, two;
  struct document *d = calloc(1, sizeof *d);
  d->words = 100; // no race
  pthread_create(&one, 0, layout, d);
  pthread_create(&two, 0, count, d);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return d->words; // no race
}
