// Which element a thread counts is not known; that it is in the row of its number is.
// flags: -fopenmp
#include <omp.h>

static unsigned char input[1000];
static int counts[64][256], shared[256];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
    counts[omp_get_thread_num()][input[i]]++; // no race
    shared[input[i]]++;                       // race
  }
  return counts[0][0];
}
