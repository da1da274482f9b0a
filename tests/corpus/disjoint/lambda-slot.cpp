// Lambdas that capture their number by value and an array by reference.
// libraries
#include <thread>
#include <vector>

int main() {
  std::vector<int> results(8);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; i++)
    threads.emplace_back([&, i] {
      results[i] = i; // no race
    });
  for (auto& t : threads)
    t.join();
  return results[3]; // no race
}
