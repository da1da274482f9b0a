// Two pointers into one array.
// flags: -fopenmp

#include <stdlib.h>

int main(void) {
  int *a = malloc(200 * sizeof(int)), *half = a + 100, *same = a + 1;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) half[i] = a[i]; // no race
#pragma omp parallel for
  for (int i = 0; i < 100; i++) same[i] = a[i]; // race
  free(a);
  return 0;
}
