// libraries
// A semaphore made of a count, a mutex and a condition variable: with one permit it is a lock.
#include <condition_variable>
#include <mutex>
#include <thread>

class Semaphore {
public:
  explicit Semaphore(int permits) : permits_(permits) {}
  void acquire() {
    std::unique_lock<std::mutex> lock(mutex_);
    raised_.wait(lock, [this] { return permits_ > 0; }); // no race
    --permits_;                                          // no race
  }
  void release() {
    std::lock_guard<std::mutex> lock(mutex_);
    ++permits_; // no race
    raised_.notify_one();
  }

private:
  std::mutex mutex_;
  std::condition_variable raised_;
  int permits_;
};

Semaphore one(1), other(1);
int by_one, by_other, by_both;

void work() {
  for (int i = 0; i < 10; ++i) {
    one.acquire();
    ++by_one; // no race
    one.release();
    other.acquire();
    ++by_other; // no race
    other.release();
    if (i == 5) {
      other.acquire();
      ++by_both; // race
      other.release();
    } else {
      one.acquire();
      ++by_both; // race
      one.release();
    }
  }
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
  return by_one + by_other + by_both;
}
