// Steps of a calculation with a barrier for each.
// flags: -fopenmp

#include <omp.h>

int a[2][64], b[64];

int main(void) {
#pragma omp parallel num_threads(8)
  {
    int id = omp_get_thread_num();
    for (int step = 0; step < 10; step++) {
      b[id] = step; // no race
#pragma omp barrier
      a[0][id] += b[(id + 1) % 8]; // no race
#pragma omp barrier
    }
    for (int step = 0; step < 10; step++) {
      a[1][id] = step; // race
#pragma omp barrier
      b[id] += a[1][(id + 1) % 8]; // race
    }
  }
  return 0;
}
