// The same with the sweep in a function.
// flags: -fopenmp

#include <stdlib.h>

static void sweep(int n, double *to, const double *from) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++) to[i] = from[i - 1] + from[i + 1]; // no race
}

int main(int argc, char **argv) {
  (void)argv;
  int n = argc * 100;
  double *old = malloc(n * sizeof(double)), *next = malloc(n * sizeof(double));
  for (int t = 0; t < 10; t++) {
    sweep(n, next, old);
    double *other = old;
    old = next;
    next = other;
  }
  return 0;
}
