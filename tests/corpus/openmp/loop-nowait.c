// Without the barrier behind the first loop, threads are in both at once.
// flags: -fopenmp

int a[100], b[100], n;

int main(void) {
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++) a[i] = i; // race
#pragma omp for
    for (int i = 0; i < n; i++) b[i] = a[n - 1 - i]; // race
  }
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) a[i] = i; // no race
#pragma omp for
    for (int i = 0; i < n; i++) b[i] = a[n - 1 - i]; // no race
  }
  return 0;
}
