// The variable for a part of the sum is shared by mistake.
// flags: -fopenmp

#include <stdio.h>

int main(void) {
  double sum = 0.0, x, safe = 0.0;
  const int steps = 1000;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < steps; i++) {
    x = (i + 0.5) / steps;       // race
    sum += 4.0 / (1.0 + x * x);  // race
  }
#pragma omp parallel for reduction(+ : safe) private(x)
  for (int i = 0; i < steps; i++) {
    x = (i + 0.5) / steps;       // no race
    safe += 4.0 / (1.0 + x * x); // no race
  }
  printf("%f %f\n", sum, safe);
  return 0;
}
