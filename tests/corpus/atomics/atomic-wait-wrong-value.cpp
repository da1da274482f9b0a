// libraries
// flags: -std=c++20
// Waiting for something else than 1, which the variable is from the start.
#include <atomic>
#include <thread>

static int data;
static std::atomic<int> stage{0};

int main() {
  std::thread producer([] {
    data = 42; // race
    stage.store(1); // no race
    stage.notify_one();
  });
  stage.wait(1); // no race
  int seen = data; // race
  producer.join();
  return seen;
}
