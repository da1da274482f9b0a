// libraries
// flags: -std=c++20
// A packaged task runs on the thread that calls it: here another one, there main.
#include <future>
#include <thread>
#include <utility>

static int on_thread, on_main, raced;

int main() {
  std::packaged_task<int(int)> task([](int n) {
    raced++;     // race
    on_thread++; // no race
    return n;
  });
  auto future = task.get_future();
  std::thread thread(std::move(task), 1);
  raced++; // race
  int value = future.get();
  thread.join();
  on_thread++; // no race

  std::packaged_task<void()> own([] { on_main++; }); // no race
  own();
  own.get_future().get();
  on_main++; // no race
  return value;
}
