// Two objects come from the same allocating function.
#include <pthread.h>
#include <stdlib.h>

static void *checked_malloc(size_t size) {
  void *memory = malloc(size);
  if (!memory)
    abort();
  return memory;
}

int *mine, *theirs;

void *worker(void *arg) {
  *theirs = 1; // no race
  return arg;
}

int main(void) {
  pthread_t a;
  mine = checked_malloc(sizeof *mine);     // no race
  theirs = checked_malloc(sizeof *theirs); // no race
  pthread_create(&a, NULL, worker, NULL);
  *mine = 1; // no race
  pthread_join(a, NULL);
  return 0;
}
