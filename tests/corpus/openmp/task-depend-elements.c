// Dependences on elements that a variable picks are not followed.
// flags: -fopenmp

int a[100], b[100];

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; i++) {
#pragma omp task depend(out : a[i])
    a[i] = i; // imprecise: which element a task depends on is not known
#pragma omp task depend(in : a[i])
    b[i] = a[i]; // imprecise: which element a task depends on is not known
  }
  return 0;
}
