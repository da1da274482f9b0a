// std::thread with a function, a lambda and a member function; std::mutex through lock_guard and unique_lock.
#include <functional>
#include <mutex>
#include <thread>

int plain, locked, early, late;
std::mutex lock;

void add(int n) {
  plain += n; // race
}

void increment(int &n) {
  n++; // no race: main waits before it looks
}

int main() {
  int local = 0;
  early = 1; // no race
  std::thread first(add, 1);
  std::thread second([] {
    add(2);
    std::lock_guard<std::mutex> guard(lock);
    locked += early; // no race
  });
  std::thread third(increment, std::ref(local));
  {
    std::unique_lock<std::mutex> guard(lock);
    locked++; // no race
  }
  first.join();
  second.join();
  third.join();
  late = plain + local; // no race
  return late;
}
