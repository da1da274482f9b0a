// libraries
// flags: -std=c++20
// Variables that each thread has for itself, and those of functions that are made when first met.
#include <thread>
#include <vector>

static thread_local int mine;
static thread_local int *pointer;
static int total;

struct Config {
  std::vector<int> list;
  int size = 3; // no race
};

static Config &config() {
  static Config only;
  return only;
}

static int counter() {
  static int n;
  return ++n; // race
}

static void work(int &result) {
  mine++;          // no race
  pointer = &mine; // no race
  (*pointer)++;    // no race
  result = config().size + counter(); // no race
  total += mine;                      // race
}

int main() {
  int first = 0, second = 0;
  std::thread a(work, std::ref(first)), b(work, std::ref(second));
  a.join();
  b.join();
  return first + second + total; // no race
}
