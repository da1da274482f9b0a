// What is written before a barrier is read behind it.
// flags: -fopenmp

int x, y[64];

int main(void) {
  int flag = 0;
#pragma omp parallel num_threads(4) shared(flag)
  {
#pragma omp master
    x = 1; // no race
#pragma omp barrier
    flag = x; // race
#pragma omp barrier
    if (flag) // no race
      y[x] = 1; // race
  }
  return 0;
}
