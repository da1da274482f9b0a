// Locks of <omp.h>.
// flags: -fopenmp

#include <omp.h>

int x, y, z;

int main(void) {
  omp_lock_t lock, other;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_lock(&other);
  omp_init_nest_lock(&nest);
#pragma omp parallel
  {
    omp_set_lock(&lock);
    x++; // no race
    omp_unset_lock(&lock);
    if (omp_test_lock(&lock)) {
      x++; // no race
      omp_unset_lock(&lock);
    } else {
      y++; // race
    }
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    z++; // no race
    omp_unset_nest_lock(&nest);
    z++; // no race
    omp_unset_nest_lock(&nest);
  }
  omp_destroy_lock(&lock);
  return 0;
}
