// Rows of a matrix, columns of a matrix.
// flags: -fopenmp

double m[50][60], v[50];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 60; j++) m[i][j] = i * j; // no race
#pragma omp parallel for
  for (int j = 0; j < 60; j++)
    for (int i = 0; i < 50; i++) m[i][j] = i * j; // no race
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 60; j++) v[i] += m[i][j]; // no race
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 50; j++) v[j] += m[i][j]; // race
  return 0;
}
