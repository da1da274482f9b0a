// libraries
// flags: -std=c++20
// std::condition_variable::wait with a predicate returns when that is true.
#include <condition_variable>
#include <mutex>
#include <thread>

static int data, late;
static bool ready;
static std::mutex lock;
static std::condition_variable changed;

int main() {
  std::thread producer([] {
    data = 42; // no race
    {
      std::lock_guard<std::mutex> guard(lock);
      ready = true; // no race
    }
    changed.notify_one();
    late = 1; // race
  });
  std::unique_lock<std::mutex> guard(lock);
  changed.wait(guard, [] { return ready; }); // no race
  guard.unlock();
  int seen = data; // no race
  seen += late;    // race
  producer.join();
  return seen;
}
