// libraries
// flags: -std=c++20
// atomic::wait returns when the value is another one than it was given.
#include <atomic>
#include <thread>

static int data, other;
static std::atomic<int> stage{0};

int main() {
  std::thread producer([] {
    data = 42; // no race
    stage.store(1, std::memory_order_release); // no race
    stage.notify_one();
    other = 1; // race
  });
  stage.wait(0, std::memory_order_acquire); // no race
  int seen = data; // no race
  seen += other;   // race
  producer.join();
  return seen;
}
