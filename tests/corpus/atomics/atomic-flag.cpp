// libraries
// flags: -std=c++20
// std::atomic_flag: test_and_set publishes, test sees it.
#include <atomic>
#include <thread>

static int data;
static std::atomic_flag ready = ATOMIC_FLAG_INIT;

int main() {
  std::thread producer([] {
    data = 42; // no race
    ready.test_and_set(std::memory_order_release); // no race
  });
  while (!ready.test(std::memory_order_acquire)) // no race
    ;
  int seen = data; // no race
  producer.join();
  return seen;
}
