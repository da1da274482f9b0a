// libraries
// flags: -std=c++20
// std::atomic<bool> as a flag, sequentially consistent when nothing else is said.
#include <atomic>
#include <thread>

static int data;
static std::atomic<bool> ready{false};

int main() {
  std::thread producer([] {
    data = 42;    // no race
    ready = true; // no race
  });
  while (!ready) // no race
    std::this_thread::yield();
  int seen = data; // no race
  producer.join();
  return seen;
}
