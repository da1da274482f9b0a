// Clusters of points: points are divided, centres are read by all and made anew by one thread under a lock and a barrier.
#include "team.h"
#include <string.h>

enum { POINTS = 300000, DIMENSIONS = 8, CLUSTERS = 24, ROUNDS = 84 };
static float points[POINTS][DIMENSIONS], centres[CLUSTERS][DIMENSIONS], sums[CLUSTERS][DIMENSIONS];
static int labels[POINTS], counts[CLUSTERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  long id = (long)argument;
  for (int round = 0; round < ROUNDS; round++) {
    float mine[CLUSTERS][DIMENSIONS] = {0};
    int number[CLUSTERS] = {0};
    for (long p = part(POINTS, id); p < part(POINTS, id + 1); p++) {
      int best = 0;
      float least = 1e30f;
      for (int c = 0; c < CLUSTERS; c++) {
        float d = 0;
        for (int k = 0; k < DIMENSIONS; k++) {
          float t = points[p][k] - centres[c][k];
          d += t * t;
        }
        if (d < least) least = d, best = c;
      }
      labels[p] = best;
      number[best]++;
      for (int k = 0; k < DIMENSIONS; k++) mine[best][k] += points[p][k];
    }
    pthread_mutex_lock(&lock);
    for (int c = 0; c < CLUSTERS; c++) {
      counts[c] += number[c];
      for (int k = 0; k < DIMENSIONS; k++) sums[c][k] += mine[c][k];
    }
    pthread_mutex_unlock(&lock);
    team_wait();
    if (id == 0) {
      for (int c = 0; c < CLUSTERS; c++)
        if (counts[c])
          for (int k = 0; k < DIMENSIONS; k++) centres[c][k] = sums[c][k] / counts[c];
      memset(sums, 0, sizeof sums);
      memset(counts, 0, sizeof counts);
    }
    team_wait();
  }
  return NULL;
}

int main(void) {
  uint64_t random = 7;
  for (int i = 0; i < POINTS; i++)
    for (int k = 0; k < DIMENSIONS; k++) points[i][k] = next_random(&random) % 1000;
  for (int c = 0; c < CLUSTERS; c++) memcpy(centres[c], points[c * 1000], sizeof centres[c]);
  team_run(work);
  printf("%d %g\n", labels[1234], centres[3][3]);
}
