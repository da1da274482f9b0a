// A list that all threads append to, with a lock and without.
// flags: -fopenmp

#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *safe, *unsafe;

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    struct node *n = malloc(sizeof *n), *m = malloc(sizeof *m);
    n->value = i; // no race
    m->value = i; // no race
#pragma omp critical
    {
      n->next = safe; // no race
      safe = n;       // no race
    }
    m->next = unsafe; // race
    unsafe = m;       // race
  }
  return 0;
}
