// The attributes of clang's thread-safety analysis: a member is declared to be guarded, and one access is not.
#include <mutex>
#include <thread>

#define GUARDED_BY(x) __attribute__((guarded_by(x)))
#define REQUIRES(x) __attribute__((requires_capability(x)))

struct __attribute__((capability("mutex"))) Mutex {
  void lock() __attribute__((acquire_capability())) { mutex.lock(); }
  void unlock() __attribute__((release_capability())) { mutex.unlock(); }
  std::mutex mutex;
};

struct Counter {
  Mutex mu;
  int hits GUARDED_BY(mu) = 0;
  int misses GUARDED_BY(mu) = 0;
  void hit() REQUIRES(mu) { ++hits; } // race
  void miss() {
    mu.lock();
    ++misses; // no race
    mu.unlock();
  }
} counter;

int main() {
  std::thread other([] {
    counter.mu.lock();
    counter.hit();
    counter.mu.unlock();
    counter.miss();
  });
  counter.hit();
  counter.miss();
  other.join();
}
