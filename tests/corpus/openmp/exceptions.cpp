// Objects of a class that each thread makes, copies or reduces.
// flags: -fopenmp

#include <string>

struct Sum {
  double value = 0;
  Sum &operator+=(const Sum &o) {
    value += o.value; // no race
    return *this;
  }
};
#pragma omp declare reduction(plus : Sum : omp_out += omp_in)

int main() {
  Sum all, shared;
  std::string text = "x", common;
#pragma omp parallel for reduction(plus : all) firstprivate(text)
  for (int i = 0; i < 100; i++) {
    all.value += i;       // no race
    text += "y";          // no race
    shared.value += i;    // race
    common.push_back('z'); // race
  }
  return 0;
}
