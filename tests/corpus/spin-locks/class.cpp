// A class with lock and unlock, used by itself and by std::lock_guard.
#include <atomic>
#include <mutex>
#include <thread>

class SpinLock {
public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { flag_.clear(std::memory_order_release); }

private:
  std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

SpinLock spin;
int counter, guarded, outside;

void worker() {
  spin.lock();
  counter++; // no race
  spin.unlock();
  outside++; // race
  std::lock_guard<SpinLock> guard(spin);
  guarded++; // no race
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  return 0;
}
