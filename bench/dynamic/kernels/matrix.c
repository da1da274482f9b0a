// Dense matrix product, rows divided among the threads.
#include "team.h"

enum { N = 1100 };
static double a[N][N], b[N][N], c[N][N];

static void *work(void *argument) {
  long id = (long)argument;
  for (long i = part(N, id); i < part(N, id + 1); i++)
    for (int k = 0; k < N; k++) {
      double x = a[i][k];
      for (int j = 0; j < N; j++) c[i][j] += x * b[k][j];
    }
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i][j] = i + j, b[i][j] = i - j;
  for (int round = 0; round < 8; round++) team_run(work);
  printf("%g\n", c[N / 2][N / 3]);
}
