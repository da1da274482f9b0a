// The function of a std::thread gets its number and a reference to a result.
// libraries
#include <functional>
#include <thread>
#include <vector>

static void count(int id, long& result) {
  for (int i = 0; i < 100; i++)
    result += id; // no race
}

int main() {
  long results[4] = {};
  std::thread threads[4];
  for (int i = 0; i < 4; i++)
    threads[i] = std::thread(count, i, std::ref(results[i]));
  for (auto& t : threads)
    t.join();
  return static_cast<int>(results[0]); // no race
}
