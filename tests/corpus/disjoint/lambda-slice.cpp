// Lambdas that work on a slice each.
// libraries
#include <thread>
#include <vector>

int main(int argc, char**) {
  size_t n = 1000 * static_cast<size_t>(argc), count = 4;
  std::vector<double> values(n);
  std::vector<std::thread> threads;
  size_t chunk = n / count;
  for (size_t t = 0; t < count; t++) {
    size_t from = t * chunk, to = t == count - 1 ? n : from + chunk;
    threads.emplace_back([&values, from, to] {
      for (size_t i = from; i < to; i++)
        values[i] *= 2; // no race
    });
  }
  for (auto& t : threads)
    t.join();
  return 0;
}
