// The same lock, given back by a relaxed store.
#include <atomic>
#include <thread>

struct Lock {
  std::atomic<bool> taken{false};
  void enter() {
    while (taken.exchange(true, std::memory_order_acquire)) {
    }
  }
  void leave() { taken.store(false, std::memory_order_relaxed); }
};

Lock lock;
int counter;

void worker() {
  lock.enter();
  counter++; // race
  lock.leave();
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  return 0;
}
