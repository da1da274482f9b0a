// What is in an ordered block is done in the order of rounds.
// flags: -fopenmp

int x, y, n;

int main(void) {
#pragma omp parallel for ordered
  for (int i = 0; i < n; i++) {
    y++; // race
#pragma omp ordered
    x++; // no race
  }
  return 0;
}
