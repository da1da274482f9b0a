// The object is freed when who used it is over.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
} *node;
int seen;

void *first(void *arg) {
  seen = node->value; // no race
  return arg;
}

int main(void) {
  pthread_t a;
  node = calloc(1, sizeof *node);
  pthread_create(&a, NULL, first, NULL);
  pthread_join(a, NULL);
  free(node); // no race
  return 0;
}
