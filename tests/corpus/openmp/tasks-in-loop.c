// A task for each element: what it is for is copied when it is made.
// flags: -fopenmp

int a[100], b[101], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 100; i++) {
#pragma omp task
      a[i] = i; // no race
    }
    for (int i = 0; i < 100; i++) {
#pragma omp task firstprivate(i)
      b[i] = b[i + 1]; // race
    }
#pragma omp taskwait
    for (int i = 0; i < 100; i++) {
#pragma omp task
      sum += a[i]; // race
    }
  }
  return 0;
}
