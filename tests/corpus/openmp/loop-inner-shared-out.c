// The inner loop is shared out; the barrier behind it keeps the rounds of the outer one together.
// flags: -fopenmp

int a[50][50], b[51][50], n;

int main(void) {
#pragma omp parallel
  for (int k = 0; k < n; k++) {
#pragma omp for
    for (int i = 0; i < 50; i++) a[k][i] = k; // no race
  }
#pragma omp parallel
  for (int k = 0; k < 50; k++) {
#pragma omp for
    for (int i = 0; i < 50; i++) b[k + 1][i] = b[k][i]; // no race
  }
#pragma omp parallel
  for (int k = 1; k < 50; k++) {
#pragma omp for schedule(dynamic) nowait
    for (int i = 1; i < 50; i++) b[k][i] = b[k - 1][i - 1]; // race
  }
  return 0;
}
