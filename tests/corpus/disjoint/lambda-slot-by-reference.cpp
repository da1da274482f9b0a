// Lambdas that capture the counter itself, which goes on counting.
// libraries
#include <thread>
#include <vector>

int main() {
  int results[9] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; i++) // race
    threads.emplace_back([&] {
      results[i] = 1; // race
    });
  for (auto& t : threads)
    t.join();
  return results[3];
}
