// policies
// Memory through wrappers of malloc: one, two and three calls deep. Two threads use what two calls gave.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *xmalloc(size_t size) {
  void *p = malloc(size);
  if (!p) abort();
  return p;
}
static void *xzalloc(size_t size) { return memset(xmalloc(size), 0, size); }
static void *xcalloc(size_t count, size_t size) { return xzalloc(count * size); }


static int *a1, *a2, *a3, *b1, *b2, *b3;

static void *left(void *argument) {
  (*a1)++; // no race
  (*a2)++; // no race
  (*a3)++; // no race
  return argument;
}

static void *right(void *argument) {
  (*b1)++; // no race
  (*b2)++; // no race
  (*b3)++; // no race
  return argument;
}

int main(void) {
  pthread_t one, two;
  a1 = xmalloc(sizeof(int));
  b1 = xmalloc(sizeof(int));
  *a1 = *b1 = 0; // no race
  a2 = xzalloc(sizeof(int));
  b2 = xzalloc(sizeof(int));
  a3 = xcalloc(1, sizeof(int));
  b3 = xcalloc(1, sizeof(int));
  pthread_create(&one, 0, left, 0);
  pthread_create(&two, 0, right, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return *a1 + *a2 + *a3 + *b1 + *b2 + *b3; // no race
}
