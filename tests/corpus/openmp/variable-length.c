// Matrices as parameters with their sizes.
// flags: -fopenmp

static void add(int n, int m, double a[n][m], double b[n][m]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] += b[i][j]; // no race
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < m; j++) a[i][j] += a[i + 1][j]; // race
}

int main(void) {
  static double a[10][20], b[10][20];
  add(10, 20, a, b);
  return 0;
}
