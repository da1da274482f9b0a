// Each round of a loop is one thread's: the element with the number of the round is only touched by it.
// flags: -fopenmp

int a[100], b[101];

int main(int argc, char **argv) {
  (void)argv;
  int n = argc * 10;
#pragma omp parallel for
  for (int i = 0; i < n; i++) a[i] = a[i] + 1; // no race
#pragma omp parallel for
  for (int i = 1; i < n; i++) a[i] = a[i - 1]; // race
#pragma omp parallel for
  for (int i = 0; i < n; i++) b[i] = b[i + 1]; // race
#pragma omp parallel for
  for (int i = 0; i < 100; i += 2) a[i] = a[i + 1]; // no race
#pragma omp parallel for
  for (int i = n; i > 0; i--) b[i] = i; // no race
  return a[0]; // no race
}
