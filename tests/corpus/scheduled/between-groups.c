// Both halves of each group of an array, as in a fast Fourier transform, by one thread, and what lies between the groups
// by another; rows around each of no rows at all, and around one. One check may stand for several accesses, but for
// nothing between them.
#include "part-schedule.h"

enum { groups = 24, group = 10, half = 3 };
long values[groups * group], rows[8][32], apart[64], seen;
volatile long no = 0, one = 1, three = half;

__attribute__((noinline)) static void butterflies(long *a, long n, long size) {
  for (long g = 0; g < n; g++)
    for (long k = 0; k < size; k++) {
      long *low = a + g * group + k, *high = low + size, sum = *low + *high; // imprecise: elements are not told apart without a run
      *high = *low - *high; // imprecise: as above
      *low = sum;           // imprecise: as above
    }
}

__attribute__((noinline)) static long around(long first, long n) {
  long sum = 0;
  for (long i = first; i < first + n; i++)
    for (long j = 1; j < 31; j++)
      sum += rows[i - 1][j] + rows[i][j - 1] + rows[i][j + 1] + rows[i + 1][j]; // imprecise: as above
  return sum;
}

// Of few elements, what lies twelve further does not adjoin.
__attribute__((noinline)) static void further(long *a, long n) {
  for (long i = 0; i < n; i++) a[i] = a[i + 12] = i; // imprecise: as above
}

static void *first(void *unused) {
  butterflies(values, groups, three);
  further(apart, 4 * one);
  seen = around(1, no) + around(5, one);
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  for (long g = 0; g < groups; g++)
    for (long k = 2 * half; k < group; k++) values[g * group + k] = k; // imprecise: as above
  for (long i = 4; i < 12; i++) apart[i] = i;   // imprecise: as above
  for (long i = 16; i < 64; i++) apart[i] = i;  // imprecise: as above
  for (long i = 0; i < 4; i++)
    for (long j = 0; j < 32; j++) rows[i][j] = i; // imprecise: as above
  rows[4][0] = rows[4][31] = rows[6][0] = rows[6][31] = 1; // imprecise: as above
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return (int)seen; // no race
}
