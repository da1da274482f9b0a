// Bodies that attract each other, each with each: structs, read by all, written by one.
#include "team.h"
#include <math.h>

enum { N = 4000, STEPS = 36 };
static struct body {
  double x, y, z, vx, vy, vz, mass;
} bodies[N];

static void *work(void *argument) {
  long id = (long)argument;
  for (int step = 0; step < STEPS; step++) {
    for (long i = part(N, id); i < part(N, id + 1); i++) {
      struct body *b = &bodies[i];
      for (int j = 0; j < N; j++) {
        double dx = bodies[j].x - b->x, dy = bodies[j].y - b->y, dz = bodies[j].z - b->z;
        double d = dx * dx + dy * dy + dz * dz + 0.01, f = bodies[j].mass / (d * sqrt(d)) * 0.001;
        b->vx += dx * f, b->vy += dy * f, b->vz += dz * f;
      }
    }
    team_wait();
    for (long i = part(N, id); i < part(N, id + 1); i++) {
      struct body *b = &bodies[i];
      b->x += b->vx * 0.001, b->y += b->vy * 0.001, b->z += b->vz * 0.001;
    }
    team_wait();
  }
  return NULL;
}

int main(void) {
  uint64_t random = 42;
  for (int i = 0; i < N; i++)
    bodies[i] = (struct body){next_random(&random) % 1000, next_random(&random) % 1000, next_random(&random) % 1000, 0, 0, 0, 1};
  team_run(work);
  printf("%g\n", bodies[7].x);
}
