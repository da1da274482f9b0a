// Elements of a std::vector, iterators, lambdas.
// flags: -fopenmp

#include <vector>

struct Counter {
  int value = 0;
  std::vector<int> items = std::vector<int>(100);
  void count() {
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
      value++;      // race
      items[i] = i; // no race
    }
  }
};

int main() {
  std::vector<double> a(100), b(101);
  const int n = static_cast<int>(a.size());
#pragma omp parallel for
  for (int i = 0; i < n; i++) a[i] = b[i]; // no race
#pragma omp parallel for
  for (int i = 0; i < n; i++) b[i] = b[i + 1]; // race
#pragma omp parallel for
  for (auto it = a.begin(); it < a.end(); ++it) *it = 1; // no race
#pragma omp parallel for
  for (double &x : a) x = 2; // no race
  auto set = [&](int i) { a[i] = i; }; // no race
#pragma omp parallel for
  for (int i = 0; i < n; i++) set(i);
  std::vector<int> found;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (a[i] > 3) found.push_back(i); // race
  std::vector<int> safe;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    safe.push_back(i); // no race
  }
  Counter counter;
  counter.count();
  return 0;
}
