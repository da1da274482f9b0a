// A ticket lock as a class; serving the next one by a store, since nobody else does.
#include <atomic>
#include <mutex>
#include <thread>

class TicketLock {
public:
  void lock() {
    const unsigned mine = next_.fetch_add(1, std::memory_order_relaxed);
    while (serving_.load(std::memory_order_acquire) != mine) std::this_thread::yield();
  }
  void unlock() { serving_.store(serving_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

private:
  std::atomic<unsigned> next_{0}, serving_{0};
};

TicketLock guard;
int count, unguarded;

void work() {
  for (int i = 0; i < 100; ++i) {
    std::lock_guard<TicketLock> lock(guard);
    ++count; // no race
  }
  ++unguarded; // race
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
  return count;
}
