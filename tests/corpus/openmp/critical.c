// Sections with one name exclude each other; those with other names do not.
// flags: -fopenmp

int x, y, z;

int main(void) {
#pragma omp parallel
  {
#pragma omp critical
    x++; // no race
#pragma omp critical
    x--; // no race
#pragma omp critical(first)
    y++; // race
#pragma omp critical(second)
    y--; // race
#pragma omp critical
    z++; // race
    z--; // race
  }
  return 0;
}
