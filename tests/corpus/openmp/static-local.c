// A static variable of a function is one for all threads.
// flags: -fopenmp

static int next(void) {
  static int last;
  return ++last; // race
}

int a[100];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) a[i] = next(); // no race
  return 0;
}
