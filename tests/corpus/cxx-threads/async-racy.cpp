// libraries
// flags: -std=c++20
// What std::async runs meets what is done before its future is waited for, or after another one was.
#include <future>
#include <utility>
#include <vector>

static int early, other, left_behind, many, timed, by_default;

int main() {
  auto a = std::async(std::launch::async, [] { early++; }); // race
  early++;                                                  // race
  a.get();
  early++; // no race

  auto b = std::async(std::launch::async, [] { other++; }); // race
  auto c = std::async(std::launch::async, [] {});
  c.get();
  other++; // race

  std::future<void> kept;
  {
    auto d = std::async(std::launch::async, [] { left_behind++; }); // race
    kept = std::move(d);
  }
  left_behind++; // race

  std::vector<std::future<void>> e;
  for (int i = 0; i < 4; i++) e.push_back(std::async(std::launch::async, [] { many++; })); // race
  for (auto &future : e) future.get();
  many++; // no race

  auto f = std::async(std::launch::async, [] { timed++; }); // race
  f.wait_for(std::chrono::seconds(0));
  timed++; // race

  auto g = std::async([] { by_default++; }); // race
  by_default++;                              // race
  return 0;
}
