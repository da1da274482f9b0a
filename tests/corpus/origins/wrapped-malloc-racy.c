// policies
// As wrapped-malloc.c, but what looks like a wrapper of malloc gives the last freed block again.
#include <pthread.h>
#include <stdlib.h>

static void *spare;

static void *xmalloc(size_t size) {
  if (spare) return spare;
  spare = malloc(size);
  return spare;
}
static void *xalloc(size_t size) { return xmalloc(size); }

static int *a, *b;

static void *left(void *argument) {
  (*a)++; // race
  return argument;
}

static void *right(void *argument) {
  (*b)++; // race
  return argument;
}

int main(void) {
  pthread_t one, two;
  a = xalloc(sizeof(int));
  b = xalloc(sizeof(int));
  *a = *b = 0; // no race
  pthread_create(&one, 0, left, 0);
  pthread_create(&two, 0, right, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return *a + *b; // no race
}
