// Each time round another thread may be the one.
// flags: -fopenmp

int x;

int main(void) {
#pragma omp parallel
  for (int i = 0; i < 10; i++) {
#pragma omp single nowait
    x++; // race
  }
  return 0;
}
