// One thread runs a single block, and the others wait for it, unless they need not.
// flags: -fopenmp

int x, y, z;

int main(void) {
#pragma omp parallel
  {
#pragma omp single
    x = 1; // no race
    int seen = x; // no race
#pragma omp single nowait
    y = seen; // race
    seen = y; // race
#pragma omp barrier
    for (int i = 0; i < 10; i++) {
#pragma omp single
      z++; // no race
    }
  }
  return 0;
}
