// libraries
// flags: -std=c++20
// Two promises; the one that is awaited is not the one that comes after the data.
#include <future>
#include <thread>

static int data;

int main() {
  std::promise<int> early, late;
  std::future<int> first = early.get_future(), second = late.get_future();
  std::thread producer([&] {
    early.set_value(1);
    data = 42; // race
    late.set_value(2);
  });
  int seen = first.get();
  seen += data; // race
  seen += second.get();
  seen += data; // no race
  producer.join();
  return seen;
}
