// libraries
// flags: -std=c++20
// A loop around the wait, as in C.
#include <condition_variable>
#include <mutex>
#include <thread>

static int data;
static bool ready;
static std::mutex lock;
static std::condition_variable changed;

int main() {
  std::thread producer([] {
    data = 42; // no race
    std::lock_guard<std::mutex> guard(lock);
    ready = true; // no race
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> guard(lock);
    while (!ready) // no race
      changed.wait(guard);
  }
  int seen = data; // no race
  producer.join();
  return seen;
}
