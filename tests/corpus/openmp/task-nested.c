// A task that makes tasks: waiting for it is not waiting for them.
// flags: -fopenmp

int x, y;

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
#pragma omp task
      y = 1; // no race
#pragma omp taskwait
      y = 2; // no race
#pragma omp task
      x = 1; // race
    }
#pragma omp taskwait
    x = 2; // race
    y = 3; // no race
  }
  return 0;
}
