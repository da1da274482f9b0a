// The counter of an inner loop that is declared outside of the region is shared.
// flags: -fopenmp

int a[50][50];

int main(void) {
  int j;
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    for (j = 0; j < 50; j++) // race
      a[i][j] = 1;           // race
  int k;
#pragma omp parallel for private(k)
  for (int i = 0; i < 50; i++)
    for (k = 0; k < 50; k++) a[i][k] = 1; // no race
  return 0;
}
