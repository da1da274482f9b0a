// libraries
// flags: -std=c++20
// A class with a flag of its own and methods that set and test it.
#include <atomic>
#include <thread>

class Mailbox {
public:
  void put(int value) {
    value_ = value; // no race
    full_.store(true, std::memory_order_release); // no race
  }
  bool full() const { return full_.load(std::memory_order_acquire); } // no race
  int get() const { return value_; } // no race

private:
  int value_ = 0;
  std::atomic<bool> full_{false};
};

int main() {
  Mailbox box;
  std::thread producer([&box] { box.put(42); });
  while (!box.full())
    std::this_thread::yield();
  int seen = box.get();
  producer.join();
  return seen;
}
