// libraries
// flags: -std=c++20
// The variable that a thread was moved from is waited for, or nobody waits at all.
#include <thread>
#include <utility>

static int left_behind, detached, other;

int main() {
  std::thread a([] { left_behind++; }); // race
  std::thread b = std::move(a);
  if (a.joinable()) a.join();
  left_behind++; // race
  b.join();

  std::thread c([] { detached++; }); // race
  c.detach();
  if (c.joinable()) c.join();
  detached++; // race

  std::thread d([] { other++; }), e([] {}); // race
  e.join();
  other++; // race
  d.join();
  return 0;
}
