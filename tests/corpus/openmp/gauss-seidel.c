// One grid, updated in place: rows depend on each other.
// flags: -fopenmp

#define N 100
double u[N][N];

int main(void) {
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]); // race
  return 0;
}
