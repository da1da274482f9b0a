// What a std::function holds goes where the function goes: by copying, moving and swapping, in its own storage (one
// reference) or on the heap (three).
// libraries
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

static std::function<void()> copied, moved, swapped, guarded, apart[2], together[2];
static std::mutex lock;

static void run(int self) {
  std::function<void()> own = copied;
  own();
  moved();
  swapped();
  guarded();
  apart[self]();
  together[self / 2]();
}

int main() {
  long small = 0, first = 0, second = 0, third = 0, last = 0, kept = 0, left = 0, right = 0, both = 0;
  copied = [&small] {
    small++; // race
  };
  std::function<void()> made = [&first, &second, &third] {
    first++;     // race
    third += 2;  // race
    (void)second;
  };
  moved = std::move(made);
  std::function<void()> other = [&last] {
    last++; // race
  };
  swapped.swap(other);
  guarded = [&kept] {
    std::lock_guard<std::mutex> hold(lock);
    kept++; // no race
  };
  apart[0] = [&left] {
    left++; // imprecise: elements of one array hold the same
  };
  apart[1] = [&right] {
    right++; // imprecise: elements of one array hold the same
  };
  together[0] = [&both] {
    both++; // race
  };
  std::thread a(run, 0), b(run, 1);
  a.join();
  b.join();
  return static_cast<int>(small + first + second + third + last + kept + left + right + both); // no race
}
