// The function of a std::thread gets its number and a reference to one result for all.
// libraries
#include <functional>
#include <thread>
#include <vector>

static void count(int id, long& result) {
  for (int i = 0; i < 100; i++)
    result += id; // race
}

int main() {
  long result = 0;
  std::thread threads[4];
  for (int i = 0; i < 4; i++)
    threads[i] = std::thread(count, i, std::ref(result));
  for (auto& t : threads)
    t.join();
  return static_cast<int>(result); // no race
}
