// libraries
// flags: -std=c++20
// Two threads meet at a latch; what each did before is done when the other goes on.
#include <latch>
#include <thread>

static int left, right, seen;

int main() {
  std::latch met(2);
  std::thread a([&] {
    left = 1; // no race
    met.arrive_and_wait();
    seen = right; // no race
  });
  right = 1; // no race
  met.arrive_and_wait();
  int other = left; // no race
  a.join();
  return seen + other; // no race
}
