// Counters of other types.
// flags: -fopenmp

#include <stddef.h>

int a[1000];

int main(void) {
  size_t n = 900;
#pragma omp parallel for
  for (size_t i = 0; i < n; ++i) a[i] = 1; // no race
#pragma omp parallel for
  for (unsigned i = 0; i < 900u; ++i) a[i] = 1; // no race
#pragma omp parallel for
  for (long i = 10; i <= 500; i += 5) a[i] = 1; // no race
#pragma omp parallel for
  for (long i = 899; i >= 0; i -= 3) a[i] = 1; // no race
#pragma omp parallel for
  for (int i = 0; i != 100; i++) a[i] = 1; // no race
#pragma omp parallel for
  for (int *p = a; p < a + 100; p++) *p = 1; // no race
#pragma omp parallel for
  for (size_t i = 0; i < n; ++i) a[i] = a[i + 1]; // race
#pragma omp parallel for
  for (long i = 10; i <= 500; i += 5) a[i] = a[i + 5]; // race
  return 0;
}
