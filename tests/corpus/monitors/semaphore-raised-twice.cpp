// libraries
// With one permit to start with, but who has taken it gives two back.
#include <condition_variable>
#include <mutex>
#include <thread>

class Semaphore {
public:
  void acquire() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (permits_ == 0) raised_.wait(lock);
    --permits_;
  }
  void release() {
    std::lock_guard<std::mutex> lock(mutex_);
    ++permits_;
    raised_.notify_one();
  }

private:
  std::mutex mutex_;
  std::condition_variable raised_;
  int permits_ = 1;
};

Semaphore semaphore;
int count;

void work() {
  semaphore.acquire();
  ++count; // race
  semaphore.release();
  semaphore.release();
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
  return count;
}
