// The end of a group waits for the tasks that were made in it.
// flags: -fopenmp

int x, y;

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      x = 1; // no race
    }
    x = 2; // no race
#pragma omp task
    y = 1; // race
#pragma omp taskgroup
    {
#pragma omp task
      x = 3; // no race
    }
    y = 2; // race
  }
  return 0;
}
