#include <pthread.h>
#include <stdlib.h>

struct item {
  int count;
};

static struct item *first, *second;

static void bump(struct item *item) { item->count++; }

static void *work(void *argument) {
  bump(first);
  bump(second);
  return argument;
}

int main(void) {
  pthread_t a, b;
  first = malloc(sizeof *first);
  second = calloc(1, sizeof *second);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
