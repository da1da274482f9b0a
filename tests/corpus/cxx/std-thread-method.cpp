// partial
// A thread runs a method of an object: one method locks, one does not.
#include <mutex>
#include <thread>

struct Counter {
  int guarded = 0, open = 0;
  std::mutex lock;
  void add() {
    std::lock_guard<std::mutex> guard(lock);
    guarded++; // no race
  }
  void bad() {
    open++; // race
  }
};

int main() {
  Counter counter;
  std::thread first(&Counter::add, &counter);
  std::thread second(&Counter::bad, &counter);
  counter.add();
  counter.bad();
  first.join();
  second.join();
  return counter.guarded + counter.open; // no race
}
