// Arrays of each thread's own.
// flags: -fopenmp

int total[100];

int main(void) {
  int scratch[10] = {0}, common[10] = {0}, start[10] = {0};
#pragma omp parallel private(scratch) firstprivate(start)
  {
    for (int i = 0; i < 10; i++) scratch[i] = i; // no race
    start[3]++;                                  // no race
#pragma omp for
    for (int i = 0; i < 100; i++) {
      common[i % 10] = i;          // race
      total[i] = scratch[i % 10];  // no race
    }
  }
  return common[0];
}
