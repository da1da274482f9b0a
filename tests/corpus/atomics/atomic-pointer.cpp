// libraries
// flags: -std=c++20
// A pointer that is not null says that what it points to is there.
#include <atomic>
#include <thread>

struct config {
  int size;
};
static config settings;
static std::atomic<config*> current{nullptr};

int main() {
  std::thread producer([] {
    settings.size = 42; // no race
    current.store(&settings, std::memory_order_release); // no race
  });
  config* found;
  while (!(found = current.load(std::memory_order_acquire))) // no race
    ;
  int seen = found->size; // no race
  producer.join();
  return seen;
}
