// Directives in functions that a region calls belong to its team.
// flags: -fopenmp

int a[100], b[100], x, y;

static void fill(int n) {
#pragma omp for
  for (int i = 0; i < n; i++) a[i] = i; // no race
#pragma omp single
  x++; // no race
}

static void shift(int n) {
#pragma omp for
  for (int i = 1; i < n; i++) b[i] = b[i - 1]; // race
#pragma omp critical
  y++; // no race
}

int main(void) {
#pragma omp parallel
  {
    for (int k = 0; k < 3; k++) fill(50 + k);
    shift(100);
  }
  return 0;
}
