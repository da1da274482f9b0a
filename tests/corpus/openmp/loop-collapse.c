// Two loops as one: each pair of counters is one thread's.
// flags: -fopenmp

int a[20][30], n, m;

int main(void) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++) a[i][j] = i; // no race
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 29; j++) a[i][j] = a[i][j + 1]; // race
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++) a[i][0] += j; // race
  return 0;
}
