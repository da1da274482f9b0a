// Two buffers that change places after each sweep.
// flags: -fopenmp

#include <stdlib.h>

int main(int argc, char **argv) {
  (void)argv;
  int n = argc * 100;
  double *old = malloc(n * sizeof(double)), *next = malloc(n * sizeof(double));
  for (int t = 0; t < 10; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++) next[i] = old[i - 1] + old[i + 1]; // no race
    double *other = old;
    old = next;
    next = other;
  }
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
  for (int t = 0; t < 10; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++) a[i] = b[i - 1]; // race
    b = a;
  }
  return 0;
}
