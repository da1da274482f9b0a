// What one thread has read, the others get.
// flags: -fopenmp

int input, used[64];

int main(void) {
  int value;
#pragma omp parallel private(value)
  {
#pragma omp single copyprivate(value)
    value = input++; // no race
    used[value] = value; // race
  }
  return 0;
}
