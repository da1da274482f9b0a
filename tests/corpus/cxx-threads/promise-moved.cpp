// libraries
// flags: -std=c++20
// The promise is moved into the thread that keeps it.
#include <future>
#include <thread>

static int data;

int main() {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread producer([](std::promise<void> kept) {
    data = 42; // no race
    kept.set_value();
  }, std::move(promise));
  future.wait();
  int seen = data; // no race
  producer.join();
  return seen;
}
