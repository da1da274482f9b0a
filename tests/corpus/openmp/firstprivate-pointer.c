// The pointer is each thread's own; what it leads to is not.
// flags: -fopenmp

#include <stdlib.h>

int main(void) {
  int *p = malloc(100 * sizeof(int)), *q = p;
#pragma omp parallel firstprivate(q)
  {
    q++;    // no race
    *q = 1; // race
  }
#pragma omp parallel for firstprivate(p)
  for (int i = 0; i < 100; i++) p[i] = i; // no race
  return 0;
}
