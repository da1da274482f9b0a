// Elements at 2i and 2i+1, at i and i+n, at n-i.
// flags: -fopenmp

int a[200], c[200];

int main(int argc, char **argv) {
  (void)argv;
  int n = argc * 10;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    a[2 * i] = i;     // no race
    a[2 * i + 1] = i; // no race
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) c[i] = c[i + n]; // no race
#pragma omp parallel for
  for (int i = 0; i < n; i++) a[i] = a[n - i]; // race
  return 0;
}
