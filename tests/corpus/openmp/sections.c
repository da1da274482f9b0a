// Each section is run once, by some thread.
// flags: -fopenmp

int x, y, z;

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
      x = 1; // no race
      x = x + 1; // no race
      z = 1; // race
    }
#pragma omp section
    {
      y = 2; // no race
      z = 2; // race
    }
  }
#pragma omp parallel
  {
#pragma omp sections nowait
    {
#pragma omp section
      x = 3; // race
#pragma omp section
      y = 3; // no race
    }
#pragma omp single
    x = 4; // race
  }
  return x + y + z;
}
