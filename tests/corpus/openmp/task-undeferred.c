// A task that is run at once.
// flags: -fopenmp

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task if (0)
    x = 1; // no race
    x = 2; // no race
  }
  return 0;
}
