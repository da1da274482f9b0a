// Counting by value: with a lock for each bucket, by atomics, in plain.
// flags: -fopenmp

#include <omp.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  (void)argv;
  int n = argc * 1000, buckets = 16;
  int *data = malloc(n * sizeof(int)), *plain = calloc(buckets, sizeof(int)), *safe = calloc(buckets, sizeof(int)),
      *locked = calloc(buckets, sizeof(int));
  omp_lock_t *locks = malloc(buckets * sizeof(omp_lock_t));
  for (int i = 0; i < buckets; i++) omp_init_lock(&locks[i]);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int b = data[i] % buckets; // no race
    plain[b]++;                // race
#pragma omp atomic
    safe[b]++; // no race
    omp_set_lock(&locks[b]);
    locked[b]++; // no race
    omp_unset_lock(&locks[b]);
  }
  return 0;
}
