// Each thread has a number of its own.
// flags: -fopenmp

#include <omp.h>

int slot[64], result, other, n, big[1000];

int main(void) {
#pragma omp parallel
  {
    int id = omp_get_thread_num();
    slot[id] = id; // no race
    if (id == 0) result = 1; // no race
    if (omp_get_thread_num() == 0) result++; // no race
    if (id == 0)
      other = 1; // race
    else
      other = 2; // race
  }
#pragma omp parallel
  {
    int id = omp_get_thread_num(), count = omp_get_num_threads();
    for (int i = id; i < n; i += count) big[i] = id; // no race
    slot[id + 1] = slot[id]; // race
  }
  return 0;
}
