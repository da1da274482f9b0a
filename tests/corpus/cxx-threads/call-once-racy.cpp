// libraries
// flags: -std=c++20
// What is initialised once is read by a thread that did not ask for it, or written again.
#include <mutex>
#include <thread>

static std::once_flag flag;
static int value, rewritten;

static void init() {
  value = 1;     // race
  rewritten = 1; // no race: all others come after it
}

int main() {
  std::thread a([] { std::call_once(flag, init); });
  int seen = value; // race
  std::thread b([] {
    std::call_once(flag, init);
    rewritten = 2; // race
  });
  std::thread c([] {
    std::call_once(flag, init);
    rewritten = 3; // race
  });
  a.join();
  b.join();
  c.join();
  return seen;
}
