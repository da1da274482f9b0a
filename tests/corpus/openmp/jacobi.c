// Sweeps over a grid, each into the other grid, with a sum of errors.
// flags: -fopenmp

#include <math.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  (void)argv;
  int n = 100 + argc, m = 50 + argc;
  double *u = malloc(sizeof(double) * n * m), *old = malloc(sizeof(double) * n * m);
  double error = 1.0;
  for (int k = 0; k < 100 && error > 0.01; k++) {
    error = 0.0;
#pragma omp parallel
    {
#pragma omp for
      for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) old[i * m + j] = u[i * m + j]; // no race
#pragma omp for reduction(+ : error)
      for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++) {
          double next = old[(i - 1) * m + j] + old[(i + 1) * m + j] + old[i * m + j - 1]; // no race
          error += fabs(next - u[i * m + j]);                                           // no race
          u[i * m + j] = next;                                                          // no race
        }
    }
  }
  free(u);
  free(old);
  return error > 1.0;
}
