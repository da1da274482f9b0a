// Elements by a remainder or by a table may be the same in two rounds.
// flags: -fopenmp

int a[100], table[100], count[10];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) a[table[i]] = i; // race
#pragma omp parallel for
  for (int i = 0; i < 100; i++) count[i % 10]++; // race
#pragma omp parallel for
  for (int i = 0; i < 100; i++) count[i / 10]++; // race
#pragma omp parallel for
  for (int i = 0; i < 100; i++) a[0] = i; // race
  return 0;
}
