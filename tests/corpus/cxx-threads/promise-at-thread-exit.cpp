// flags: -std=c++20
// A value that is there when its thread ends: all that the thread did is done then, not only what came before the value.
#include <future>
#include <memory>
#include <thread>

static int before, after, elsewhere;

int main() {
  std::promise<std::unique_ptr<int>> promise;
  auto future = promise.get_future();
  std::thread thread([&promise] {
    before = 1; // no race
    elsewhere = 1; // race
    promise.set_value_at_thread_exit(std::make_unique<int>(3));
    after = 1; // imprecise: when the thread ends is not looked at
  });
  elsewhere = 2; // race
  auto value = future.get();
  ++*value; // no race
  before++; // no race
  after++;  // imprecise: the same
  std::packaged_task<int()> task([] { return before++; }); // no race
  auto result = task.get_future();
  std::thread other([&task] { task.make_ready_at_thread_exit(); });
  result.get();
  before++; // no race
  thread.join();
  other.join();
  return before + after; // no race
}
