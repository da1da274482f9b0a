// libraries
// flags: -std=c++20
// A wait with a relaxed order orders nothing.
#include <atomic>
#include <thread>

static int data;
static std::atomic<int> stage{0};

int main() {
  std::thread producer([] {
    data = 42; // race
    stage.store(1, std::memory_order_release); // no race
    stage.notify_one();
  });
  stage.wait(0, std::memory_order_relaxed); // no race
  int seen = data; // race
  producer.join();
  return seen;
}
