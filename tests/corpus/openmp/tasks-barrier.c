// All tasks of a team are over when it has met.
// flags: -fopenmp

int x, y;

int main(void) {
#pragma omp parallel
  {
#pragma omp single nowait
    {
#pragma omp task
      x = 1; // no race
#pragma omp task
      y = 1; // race
    }
    int seen = y; // race
#pragma omp barrier
    seen = x; // no race
    (void)seen;
  }
  return 0;
}
