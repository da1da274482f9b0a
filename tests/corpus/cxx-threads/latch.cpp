// libraries
// flags: -std=c++20
// A latch for two: who waits for it comes after both.
#include <latch>
#include <thread>

static int left, right, late;
static std::latch done{2};

int main() {
  std::thread a([] {
    left = 1; // no race
    done.count_down();
    late = 1; // race
  });
  std::thread b([] {
    right = 1; // no race
    done.count_down();
  });
  done.wait();
  int seen = left + right; // no race
  seen += late;            // race
  a.join();
  b.join();
  return seen;
}
