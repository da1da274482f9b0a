// The value of the last round goes to the variable outside.
// flags: -fopenmp

int a[100], n;

int main(void) {
  int last = 0, plain = 0;
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < n; i++) {
    last = a[i]; // no race
    plain = a[i]; // race
  }
#pragma omp parallel
  {
#pragma omp for lastprivate(last) schedule(dynamic)
    for (int i = 0; i < n; i++) last = a[i]; // no race
    a[last] = 1; // race
  }
  return last + plain;
}
