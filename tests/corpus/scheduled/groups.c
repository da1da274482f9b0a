// Both halves of each group of an array, as in a fast Fourier transform, and what lies between the groups; and the rows
// above and below, of no rows at all. Checks of several loops' accesses are one, and of just these.
// scheduled
#include "part-schedule.h"

enum { groups = 24, group = 10, half = 3 };
long values[groups * group], rows[8][32], seen, none;
volatile long no = 0, three = half;

__attribute__((noinline)) static void butterflies(long *a, long n, long size) {
  for (long g = 0; g < n; g++)
    for (long k = 0; k < size; k++) {
      long *low = a + g * group + k, *high = low + size, sum = *low + *high; // imprecise: elements are not told apart without a run
      *high = *low - *high; // race
      *low = sum;           // imprecise: one check stands for both halves
    }
}

__attribute__((noinline)) static long around(long n) {
  long sum = 0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j < 31; j++)
      sum += rows[i - 1][j] + rows[i][j - 1] + rows[i][j + 1] + rows[i + 1][j]; // imprecise: that n is 0 takes a run to know
  return sum;
}

static void *halves(void *unused) {
  butterflies(values, groups, three);
  none = around(no);
  done(1);
  return unused;
}

static void *between(void *unused) {
  after(1);
  for (long g = 0; g < groups; g++)
    for (long k = 2 * half; k < group; k++) values[g * group + k] = k; // imprecise: as above
  for (long i = 0; i < 8; i++)
    for (long j = 0; j < 32; j++) rows[i][j] = i; // imprecise: as above
  done(2);
  after(2);
  seen = values[5 * group + half]; // race
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, halves, 0);
  pthread_create(&two, 0, between, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return (int)(seen + none);
}
