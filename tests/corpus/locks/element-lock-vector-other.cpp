// A vector of mutexes beside a vector of values, with another index.
// libraries
#include <mutex>
#include <thread>
#include <vector>

std::vector<std::mutex> locks(16);
std::vector<long> values(16);

static void add(size_t key) {
  size_t i = key % 16, j = key / 2 % 16;
  std::lock_guard<std::mutex> guard(locks[i]);
  values[j]++; // race
}

static void work(size_t key) {
  for (int k = 0; k < 100; k++)
    add(key += 7);
}

int main() {
  std::thread a(work, 0), b(work, 3);
  a.join();
  b.join();
  return 0;
}
