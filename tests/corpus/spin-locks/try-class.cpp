// A lock class with try_lock, used by hand and through the guards of the library.
// optimised
#include <atomic>
#include <mutex>
#include <thread>

class SpinLock {
public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire))
      while (taken_.load(std::memory_order_relaxed))
        ;
  }
  bool try_lock() {
    return !taken_.load(std::memory_order_relaxed) && !taken_.exchange(true, std::memory_order_acquire);
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> taken_{false};
};

static SpinLock lock;
static int guarded, tried, by_hand, deferred, outside;

static void work() {
  {
    std::lock_guard<SpinLock> guard(lock);
    guarded++; // no race
  }
  {
    std::unique_lock<SpinLock> guard(lock, std::try_to_lock);
    if (guard.owns_lock())
      tried++; // no race
    outside++; // race
  }
  if (lock.try_lock()) {
    by_hand++; // no race
    lock.unlock();
  }
  {
    std::unique_lock<SpinLock> guard(lock, std::defer_lock);
    if (guard.try_lock())
      deferred++; // no race
  }
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
  return guarded + tried + by_hand + deferred + outside;
}
