// How many threads there are, written by one of them and read behind a barrier.
// flags: -fopenmp

#include <omp.h>

int count, a[1000], n;

int main(void) {
#pragma omp parallel
  {
#pragma omp master
    count = omp_get_num_threads(); // no race
#pragma omp barrier
    int id = omp_get_thread_num();
    for (int i = id; i < n; i += count) a[i] = id; // imprecise: a number of threads that a thread has written
  }
  return 0;
}
