// The object is freed by one thread while another one still uses it.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value, other;
} *node;
int seen;

void *first(void *arg) {
  free(node); // race
  return arg;
}

void *second(void *arg) {
  seen = node->value;  // race
  seen += node->other; // race
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
