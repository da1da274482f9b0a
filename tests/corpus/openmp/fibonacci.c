// Recursive tasks that hand their results to their maker.
// flags: -fopenmp

static int fib(int n) {
  int a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fib(n - 1); // no race
#pragma omp task shared(b)
  b = fib(n - 2); // no race
#pragma omp taskwait
  return a + b; // no race
}

static int wrong(int n) {
  int a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = wrong(n - 1); // race
#pragma omp task shared(b)
  b = wrong(n - 2); // race
  return a + b;     // race
}

int main(void) {
  int result = 0, other = 0;
#pragma omp parallel
#pragma omp single
  {
    result = fib(20); // no race
    other = wrong(20); // no race
  }
  return result + other;
}
