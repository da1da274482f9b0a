// libraries
// A readers-writer lock as a class, with predicates.
#include <condition_variable>
#include <mutex>
#include <thread>

class ReadersWriterLock {
public:
  void lock_shared() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !writing_; });
    ++readers_; // no race
  }
  void unlock_shared() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (--readers_ == 0) changed_.notify_all(); // no race
  }
  void lock() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !writing_ && readers_ == 0; });
    writing_ = true; // no race
  }
  void unlock() {
    std::lock_guard<std::mutex> lock(mutex_);
    writing_ = false; // no race
    changed_.notify_all();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int readers_ = 0;
  bool writing_ = false;
};

ReadersWriterLock guard;
int value;

int look() {
  guard.lock_shared();
  int now = value; // no race
  guard.unlock_shared();
  return now;
}

void change() {
  guard.lock();
  ++value; // no race
  guard.unlock();
}

int main() {
  std::thread a(look), b(look), c(change), d(change);
  a.join();
  b.join();
  c.join();
  d.join();
  return value;
}
