// Methods with loops over members.
// flags: -fopenmp

#include <vector>

class Field {
public:
  explicit Field(int n) : n_(n), data_(n), next_(n) {}
  void step() {
#pragma omp parallel for
    for (int i = 1; i < n_ - 1; ++i) next_[i] = data_[i - 1] + data_[i + 1]; // no race
#pragma omp parallel for
    for (int i = 0; i < n_; ++i) data_[i] = next_[i]; // no race
  }
  void wrong() {
#pragma omp parallel for
    for (int i = 1; i < n_; ++i) {
      data_[i] = data_[i - 1]; // race
      total_ += data_[i];      // race
    }
  }
  double sum() const {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n_; ++i) s += data_[i]; // no race
    return s;
  }

private:
  int n_;
  double total_ = 0;
  std::vector<double> data_, next_;
};

int main() {
  Field f(100);
  f.step();
  f.wrong();
  return f.sum() > 0;
}
