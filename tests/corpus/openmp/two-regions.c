// A region is over before the next one begins, and before what follows it.
// flags: -fopenmp

int x, a[100];

int main(void) {
  x = 1; // no race
#pragma omp parallel
  {
    int seen = x; // no race
    (void)seen;
  }
  x = 2; // no race
  for (int k = 0; k < 10; k++) {
#pragma omp parallel for
    for (int i = 0; i < 100; i++) a[i] += k; // no race
    a[k] = 0; // no race
  }
  return 0;
}
