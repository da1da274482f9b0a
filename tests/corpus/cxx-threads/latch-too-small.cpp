// libraries
// flags: -std=c++20
// A latch for one at which two arrive: one of them may not be there yet.
#include <latch>
#include <thread>

static int left, right;

int main() {
  std::latch done(1);
  std::thread a([&] {
    left = 1; // race
    done.count_down();
  });
  std::thread b([&] {
    right = 1; // race
    done.count_down();
  });
  done.wait();
  int seen = left; // race
  seen += right;   // race
  a.join();
  b.join();
  return seen;
}
