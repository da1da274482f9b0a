// libraries
// flags: -std=c++20
// The pointer arrives, and nothing says that what it points to has arrived, too.
#include <atomic>
#include <thread>

struct config {
  int size;
};
static config settings;
static std::atomic<config*> current{nullptr};

int main() {
  std::thread producer([] {
    settings.size = 42; // race
    current.store(&settings, std::memory_order_relaxed); // no race
  });
  config* found;
  while (!(found = current.load(std::memory_order_relaxed))) // no race
    ;
  int seen = found->size; // race
  producer.join();
  return seen;
}
