// Quicksort of halves, then a merge: int elements, data-dependent order.
#include "team.h"

enum { N = 8000000, ROUNDS = 3 };
static int values[N], merged[N];

static void quicksort(int *a, long n) {
  while (n > 16) {
    int pivot = a[n / 2];
    long i = 0, j = n - 1;
    for (;;) {
      while (a[i] < pivot) i++;
      while (a[j] > pivot) j--;
      if (i >= j) break;
      int t = a[i];
      a[i++] = a[j], a[j--] = t;
    }
    quicksort(a, j + 1);
    a += j + 1, n -= j + 1;
  }
  for (long i = 1; i < n; i++) {
    int v = a[i];
    long j = i;
    for (; j > 0 && a[j - 1] > v; j--) a[j] = a[j - 1];
    a[j] = v;
  }
}

static void *work(void *argument) {
  long id = (long)argument, from = part(N, id);
  quicksort(values + from, part(N, id + 1) - from);
  team_wait();
  if (id == 0) {
    long i = 0, j = part(N, 1);
    for (long k = 0; k < N; k++) merged[k] = j >= N || (i < part(N, 1) && values[i] <= values[j]) ? values[i++] : values[j++];
  }
  return NULL;
}

int main(void) {
  uint64_t random = 99;
  for (int round = 0; round < ROUNDS; round++) {
    for (long i = 0; i < N; i++) values[i] = (int)(next_random(&random) >> 33);
    team_run(work);
  }
  printf("%d\n", merged[N / 2]);
}
