// Atomic updates exclude each other, and nothing else.
// flags: -fopenmp

int x, y, z;

int main(void) {
#pragma omp parallel
  {
    int seen;
#pragma omp atomic
    x++; // no race
#pragma omp atomic read
    seen = x; // no race
#pragma omp atomic write
    y = seen; // race
    z = y;    // race
  }
  return 0;
}
