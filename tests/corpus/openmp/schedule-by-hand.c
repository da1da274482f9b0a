// Bounds that are kept in variables, loops with conditions, a copy of a pointer.
// flags: -fopenmp

#include <stdlib.h>

struct grid {
  int n, m;
  double *cells;
};

static void smooth(struct grid *g, double *out) {
#pragma omp parallel for
  for (int i = 1; i < g->n - 1; i++)
    for (int j = 1; j < g->m - 1; j++)
      out[i * g->m + j] = g->cells[(i - 1) * g->m + j] + g->cells[(i + 1) * g->m + j]; // no race
}

static void inPlace(struct grid *g) {
#pragma omp parallel for
  for (int i = 1; i < g->n - 1; i++)
    for (int j = 1; j < g->m - 1; j++) g->cells[i * g->m + j] = g->cells[(i - 1) * g->m + j]; // race
}

int main(void) {
  struct grid g = {100, 50, malloc(100 * 50 * sizeof(double))};
  double *out = malloc(100 * 50 * sizeof(double));
  smooth(&g, out);
  inPlace(&g);
  return 0;
}
