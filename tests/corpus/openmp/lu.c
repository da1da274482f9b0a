// Elimination: the pivot row is read, the rows below it are written.
// flags: -fopenmp

#define N 100
double a[N][N];

int main(void) {
  for (int k = 0; k < N; k++) {
#pragma omp parallel for
    for (int i = k + 1; i < N; i++) {
      a[i][k] = a[i][k] / a[k][k];                                        // no race
      for (int j = k + 1; j < N; j++) a[i][j] = a[i][j] - a[i][k] * a[k][j]; // no race
    }
  }
#pragma omp parallel
  for (int k = 0; k < N; k++) {
#pragma omp for
    for (int i = k + 1; i < N; i++)
      for (int j = k + 1; j < N; j++) a[i][j] -= a[i][k] * a[k][j]; // no race
  }
  return 0;
}
