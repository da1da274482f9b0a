// The same by a local variable.
// flags: -fopenmp

int result;

int main(void) {
  int a = 0, b = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(a) depend(out : a)
    a = 1; // no race
#pragma omp task shared(b) depend(out : b)
    b = 2; // no race
#pragma omp task shared(a, b) depend(in : a, b)
    result = a + b; // no race
  }
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(a) depend(out : a)
    a = 1; // race
#pragma omp task shared(a, b) depend(in : b)
    result = a + b; // race
  }
  return 0;
}
