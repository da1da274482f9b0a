// A region in a region.
// flags: -fopenmp

int x, y, a[100], grid[10][10];

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    x++; // race
#pragma omp critical
    y++; // no race
  }
#pragma omp parallel for
  for (int i = 0; i < 10; i++) {
#pragma omp parallel for
    for (int j = 0; j < 10; j++) grid[i][j] = i; // no race
  }
#pragma omp parallel for
  for (int i = 0; i < 10; i++) {
#pragma omp parallel for
    for (int j = 0; j < 10; j++) a[j] = i; // race
  }
#pragma omp parallel
  {
#pragma omp parallel
    {
#pragma omp single
      y++; // race
    }
  }
  return 0;
}
