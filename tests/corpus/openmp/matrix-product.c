// Rows of the result are split among threads.
// flags: -fopenmp

#define N 64
double a[N][N], b[N][N], c[N][N];

int main(void) {
  double sum;
#pragma omp parallel for private(sum)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      sum = 0;
      for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j]; // no race
      c[i][j] = sum;                                        // no race
    }
  double temporary;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      temporary = a[i][j]; // race
      c[j][i] = temporary; // race
    }
  return 0;
}
