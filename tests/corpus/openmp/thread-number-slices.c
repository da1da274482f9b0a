// A part for each thread, worked out by hand.
// flags: -fopenmp

#include <omp.h>

int a[1000], b[1000], n;

int main(void) {
#pragma omp parallel
  {
    int id = omp_get_thread_num(), count = omp_get_num_threads();
    int chunk = n / count;
    for (int i = id * chunk; i < (id + 1) * chunk; i++) a[i] = id; // no race
    for (int i = id * chunk; i <= (id + 1) * chunk; i++) b[i] = id; // race
  }
  return 0;
}
