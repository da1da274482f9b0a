// A pointer in a structure in a structure leads to the shared field.
#include <pthread.h>

struct leaf {
  int quiet, busy;
} leaf;

struct {
  int before;
  struct {
    int unused;
    struct leaf *leaf;
  } middle;
} root = {0, {0, &leaf}};

void *worker(void *arg) {
  root.middle.leaf->busy++; // race
  root.before = 1;          // no race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  leaf.busy = 0;  // race
  leaf.quiet = 0; // no race
  pthread_join(a, NULL);
  return 0;
}
