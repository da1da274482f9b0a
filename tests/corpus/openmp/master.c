// Thread 0 does it, every time; nobody waits for it.
// flags: -fopenmp

int x, y;

int main(void) {
#pragma omp parallel
  {
#pragma omp master
    x++; // no race
#pragma omp masked
    x++; // no race
#pragma omp master
    y++; // race
    int seen = y; // race
    (void)seen;
  }
  return 0;
}
