// Members of the elements, and what the elements lead to.
// flags: -fopenmp

#include <stdlib.h>

struct body {
  double x, v, *history;
};

int main(int argc, char **argv) {
  (void)argv;
  int n = argc * 100;
  struct body *bodies = malloc(n * sizeof(struct body));
  for (int i = 0; i < n; i++) bodies[i].history = malloc(10 * sizeof(double));
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    bodies[i].v += 0.1;          // no race
    bodies[i].x += bodies[i].v;  // no race
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double force = 0;
    for (int j = 0; j < n; j++) force += bodies[j].x; // no race
    bodies[i].v += force;                             // no race
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double force = 0;
    for (int j = 0; j < n; j++) force += bodies[j].x; // race
    bodies[i].x += force;                             // race
  }
  return 0;
}
