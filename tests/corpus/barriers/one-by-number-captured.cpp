// libraries
// A number that a lambda captured by value; one that it captured by reference is the same for all.
#include <thread>
#include <vector>

int by_value, by_reference;

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([i] {
      if (i == 0) ++by_value; // no race
    });
  for (auto& thread : threads) thread.join();
  threads.clear();
  for (int i = 0; i < 4; ++i) // race
    threads.emplace_back([&i] {
      if (i == 0) ++by_reference; // race
    });
  for (auto& thread : threads) thread.join();
  return by_value + by_reference;
}
