// libraries
// flags: -std=c++20
// A promise says that a value is there; what its thread did before that is done. Joining the thread says it all.
#include <future>
#include <thread>

static int before, after, joined;

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([&promise] {
    before = 1; // no race
    joined = 1; // no race
    promise.set_value(3);
    after = 1; // race
  });
  int value = future.get();
  before++; // no race
  after++;  // race
  thread.join();
  joined++; // no race
  return value + before + after; // no race
}
