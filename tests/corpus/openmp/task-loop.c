// The rounds of a loop as tasks.
// flags: -fopenmp

int a[100], b[101], sum, late;

int main(int argc, char **argv) {
  (void)argv;
  int n = argc * 10;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop
    for (int i = 0; i < n; i++) a[i] = i; // no race
    a[0] = 1;                             // no race
#pragma omp taskloop
    for (int i = 0; i < n; i++) b[i] = b[i + 1]; // race
#pragma omp taskloop
    for (int i = 0; i < n; i++) sum += i; // race
#pragma omp taskloop nogroup
    for (int i = 0; i < n; i++) late = i; // race
    late++;                               // race
  }
  return 0;
}
