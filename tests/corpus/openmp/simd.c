// Vectors are no threads.
// flags: -fopenmp

int a[100];

int main(void) {
#pragma omp simd
  for (int i = 1; i < 100; i++) a[i] = a[i - 1]; // no race
#pragma omp parallel for simd
  for (int i = 1; i < 100; i++) a[i] = a[i - 1]; // race
  return 0;
}
