// Whatever the schedule, a round is one thread's.
// flags: -fopenmp

int a[101], n;

int main(void) {
#pragma omp parallel for schedule(static, 4)
  for (int i = 0; i < n; i++) a[i] = i; // no race
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < n; i++) a[i] = i; // no race
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < n; i++) a[i] = i; // no race
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < n; i++) a[i] = i; // no race
#pragma omp parallel for schedule(static, 4)
  for (int i = 0; i < n; i++) a[i] = a[i + 1]; // race
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++) a[i] = a[i + 1]; // race
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < n; i++) a[i] = a[i + 1]; // race
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < n; i++) a[i] = a[i + 1]; // race
  return 0;
}
