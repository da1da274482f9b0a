// libraries
// flags: -std=c++20
// A wait without a predicate may end for no reason.
#include <condition_variable>
#include <mutex>
#include <thread>

static int data;
static std::mutex lock;
static std::condition_variable changed;

int main() {
  std::thread producer([] {
    data = 42; // race
    changed.notify_one();
  });
  std::unique_lock<std::mutex> guard(lock);
  changed.wait(guard);
  guard.unlock();
  int seen = data; // race
  producer.join();
  return seen;
}
