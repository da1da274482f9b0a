// A lock made of a std::atomic<bool>, taken by an exchange.
#include <atomic>
#include <thread>

struct Lock {
  std::atomic<bool> taken{false};
  void enter() {
    while (taken.exchange(true, std::memory_order_acquire)) {
    }
  }
  void leave() { taken.store(false, std::memory_order_release); }
};

Lock lock;
int counter, late;

void worker() {
  lock.enter();
  counter++; // no race
  lock.leave();
  late++; // race
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  return 0;
}
