// libraries
// flags: -std=c++20
// Nobody waits for the future.
#include <future>
#include <thread>

static int data;

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread producer([&promise] {
    data = 42; // race
    promise.set_value(1);
  });
  int seen = data; // race
  seen += future.get();
  producer.join();
  return seen;
}
