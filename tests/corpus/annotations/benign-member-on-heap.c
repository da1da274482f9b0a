// The reason as a second argument, the member the first of a struct on the heap, reached by pointers.
#include <pthread.h>
#include <stdlib.h>

struct node {
  __attribute__((annotate("steward::benign", "a cache"))) int cached;
  int value;
} *node;

void *first(void *arg) {
  node->cached = 1; // benign
  node->value = 1;  // race
  return arg;
}

void *second(void *arg) {
  node->cached = 2; // benign
  node->value = 2;  // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  node = calloc(1, sizeof *node);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
