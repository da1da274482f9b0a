// The inner loop starts where the outer one is.
// flags: -fopenmp

double a[100][100], b[100];

int main(void) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 100; i++)
    for (int j = i; j < 100; j++) a[i][j] = a[i][j] + 1; // no race
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 100; i++)
    for (int j = i + 1; j < 100; j++) a[j][i] = a[i][j]; // imprecise: rows and columns are not looked at one by one
#pragma omp parallel for
  for (int i = 0; i < 99; i++)
    for (int j = i; j < 100; j++) b[j] += a[i][j]; // race
  return 0;
}
