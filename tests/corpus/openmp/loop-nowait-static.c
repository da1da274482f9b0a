// Two loops of as many rounds with one static schedule are shared out alike; dynamic ones are not.
// flags: -fopenmp

int a[100], b[100], n;

int main(void) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) a[i] = i; // no race
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) b[i] = a[i]; // no race
  }
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < n; i++) a[i] = i; // race
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < n; i++) b[i] = a[i]; // race
  }
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) a[i] = i; // race
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n - 1; i++) b[i] = a[i]; // race
  }
#pragma omp parallel
  {
#pragma omp for schedule(static, 2) nowait
    for (int i = 0; i < n; i++) a[i] = i; // race
#pragma omp for schedule(static, 4) nowait
    for (int i = 0; i < n; i++) b[i] = a[i]; // race
  }
  return 0;
}
