// Elements by a method that several matrices share; rows that are vectors of their own.
// flags: -fopenmp

#include <vector>

struct Matrix {
  int n, m;
  std::vector<double> data;
  Matrix(int n, int m) : n(n), m(m), data(n * m) {}
  double &at(int i, int j) { return data[i * m + j]; }
};

int main() {
  Matrix a(10, 20), b(10, 20);
#pragma omp parallel for
  for (int i = 0; i < a.n; i++)
    for (int j = 0; j < a.m; j++) a.at(i, j) = b.at(i, j); // no race
#pragma omp parallel for
  for (int i = 1; i < b.n; i++)
    for (int j = 0; j < b.m; j++) b.at(i, j) = b.at(i - 1, j); // race
  std::vector<std::vector<double>> rows(100, std::vector<double>(50));
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 50; j++) rows[i][j] = i + j; // imprecise: owners in an array are one owner
  return 0;
}
