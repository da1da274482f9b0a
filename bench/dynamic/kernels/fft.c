// Fast Fourier transform, radix 2, a barrier after each of its stages.
#include "team.h"
#include <math.h>

enum { BITS = 20, N = 1 << BITS, ROUNDS = 36 };
static double re[N], im[N], cosines[N / 2], sines[N / 2];

static void *work(void *argument) {
  long id = (long)argument;
  for (int round = 0; round < ROUNDS; round++) {
    for (long half = 1; half < N; half *= 2) {
      long groups = N / (2 * half), step = N / (2 * half);
      if (groups >= TEAM)
        for (long g = part(groups, id); g < part(groups, id + 1); g++)
          for (long k = 0; k < half; k++) {
            long i = g * 2 * half + k, j = i + half;
            double c = cosines[k * step], s = sines[k * step], x = re[j] * c - im[j] * s, y = re[j] * s + im[j] * c;
            re[j] = re[i] - x, im[j] = im[i] - y, re[i] += x, im[i] += y;
          }
      else
        for (long k = part(half, id); k < part(half, id + 1); k++) {
          long i = k, j = i + half;
          double c = cosines[k * step], s = sines[k * step], x = re[j] * c - im[j] * s, y = re[j] * s + im[j] * c;
          re[j] = re[i] - x, im[j] = im[i] - y, re[i] += x, im[i] += y;
        }
      team_wait();
    }
    for (long i = part(N, id); i < part(N, id + 1); i++) re[i] *= 1.0 / 1024, im[i] *= 1.0 / 1024;
    team_wait();
  }
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) re[i] = i % 17;
  for (int i = 0; i < N / 2; i++) cosines[i] = cos(2 * M_PI * i / N), sines[i] = -sin(2 * M_PI * i / N);
  team_run(work);
  printf("%g\n", re[12345]);
}
