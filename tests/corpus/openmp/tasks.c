// Tasks run beside each other and beside their maker, until it waits for them.
// flags: -fopenmp

int x, y, z, w;

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    x = 1; // race
#pragma omp task
    x = 2; // race
#pragma omp task
    y = 1; // no race
#pragma omp task
    z = 1; // race
    z = 2; // race
#pragma omp taskwait
    y = 2; // no race
#pragma omp task
    w = y; // no race
  }
  return w; // no race
}
