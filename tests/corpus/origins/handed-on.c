// policies
// An object goes from thread to thread: main makes it, the first thread works on it and ends, the second takes over.
#include <pthread.h>
#include <stdlib.h>

struct document {
  int pages, words;
};

static void *layout(void *argument) {
  struct document *d = argument;
  d->pages++; // no race
  return d;
}

static void *count(void *argument) {
  struct document *d = argument;
  d->words += d->pages; // no race
  return d;
}

int main(void) {
  pthread_t one, two;
  void *result;
  struct document *d = calloc(1, sizeof *d);
  d->words = 100; // no race
  pthread_create(&one, 0, layout, d);
  pthread_join(one, &result);
  pthread_create(&two, 0, count, result);
  pthread_join(two, 0);
  return d->words; // no race
}
