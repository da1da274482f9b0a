// libraries
// flags: -std=c++20
// The flag and the data are locals of main that a lambda refers to.
#include <atomic>
#include <thread>

// The thread is waited for before they go.

int main() {
  int data = 0, late = 0;
  std::atomic<bool> ready{false};
  std::thread producer([&] {
    data = 42; // no race
    ready.store(true, std::memory_order_release); // no race
    late = 1; // race
  });
  while (!ready.load(std::memory_order_acquire)) // no race
    ;
  int seen = data; // no race
  seen += late;    // race
  producer.join();
  return seen;
}
