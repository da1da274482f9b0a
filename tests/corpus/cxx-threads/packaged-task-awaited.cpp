// libraries
// flags: -std=c++20
// What a packaged task does is done when its future is ready; what its thread does then is not.
#include <future>
#include <thread>

static int inside, behind;

int main() {
  std::packaged_task<int()> task([] {
    inside = 42; // no race
    return 1;
  });
  std::future<int> future = task.get_future();
  std::thread worker([&task] {
    task();
    behind = 1; // race
  });
  int seen = future.get();
  seen += inside; // no race
  seen += behind; // race
  worker.join();
  return seen;
}
