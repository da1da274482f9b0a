// A team of one.
// flags: -fopenmp

int x, y;

int main(void) {
#pragma omp parallel num_threads(1)
  x++; // no race
#pragma omp parallel if (0)
  x++; // no race
#pragma omp parallel num_threads(2)
  y++; // race
  return x;
}
