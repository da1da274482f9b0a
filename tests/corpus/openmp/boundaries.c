// The first element is written by one round and read by all.
// flags: -fopenmp

int a[101], b[101];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) a[i] = a[0] + 1; // race
#pragma omp parallel for
  for (int i = 1; i < 100; i++) b[i] = b[0] + 1; // no race
#pragma omp parallel for
  for (int i = 0; i < 100; i++) b[i] = b[100] + 1; // no race
  return 0;
}
