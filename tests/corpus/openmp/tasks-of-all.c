// Without a single, each thread of the team makes the task.
// flags: -fopenmp

int x, y;

int main(void) {
#pragma omp parallel
  {
#pragma omp task
    x++; // race
#pragma omp task
    {
#pragma omp critical
      y++; // no race
    }
  }
  return 0;
}
