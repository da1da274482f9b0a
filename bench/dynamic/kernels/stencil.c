// Five-point stencil on two grids in turn, with a barrier after each sweep.
#include "team.h"

enum { N = 1024, SWEEPS = 2000 };
static double grids[2][N][N];

static void *work(void *argument) {
  long id = (long)argument, from = 1 + part(N - 2, id), to = 1 + part(N - 2, id + 1);
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    double(*old)[N] = grids[sweep & 1], (*new)[N] = grids[!(sweep & 1)];
    for (long i = from; i < to; i++)
      for (int j = 1; j < N - 1; j++)
        new[i][j] = 0.2 * (old[i][j] + old[i - 1][j] + old[i + 1][j] + old[i][j - 1] + old[i][j + 1]);
    team_wait();
  }
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) grids[0][i][0] = grids[1][i][0] = i;
  team_run(work);
  printf("%g\n", grids[0][N / 2][N / 3]);
}
