// Two loops as one, over a matrix whose sizes are variables.
// flags: -fopenmp

#include <stdlib.h>

int main(int argc, char **argv) {
  (void)argv;
  int n = argc * 10, m = argc * 20;
  double *a = malloc(sizeof(double) * n * m), *row = malloc(sizeof(double) * n);
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i * m + j] = i + j; // no race
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) row[i] += a[i * m + j]; // race
  return 0;
}
