// libraries
// flags: -std=c++20
// std::async: a future that was waited for, in whatever way, has its thread behind it. What is deferred runs where the
// future is waited for.
#include <future>
#include <string>
#include <utility>
#include <vector>

static int got, waited, gone, discarded, by_default, deferred, moved, many, text;

static int work(int n) {
  got += n; // no race
  return n;
}

int main() {
  auto a = std::async(std::launch::async, work, 1);
  int sum = a.get();
  got++; // no race

  auto b = std::async(std::launch::async, [] { waited++; }); // no race
  b.wait();
  waited++; // no race

  {
    auto c = std::async(std::launch::async, [] { gone++; }); // no race
  }
  gone++; // no race

  (void)std::async(std::launch::async, [] { discarded++; }); // no race
  discarded++;                                               // no race

  auto d = std::async([] { by_default++; }); // no race
  d.get();
  by_default++; // no race

  auto e = std::async(std::launch::deferred, [] { deferred++; }); // no race
  deferred++;                                                     // no race
  e.get();
  deferred++; // no race

  auto f = std::async(std::launch::async, [] { moved++; }); // no race
  auto g = std::move(f);
  g.wait();
  moved++; // no race

  std::vector<std::future<int>> h;
  for (int i = 0; i < 4; i++) h.push_back(std::async(std::launch::async, [i] { return i; }));
  for (auto &future : h) sum += future.get();

  auto k = std::async(std::launch::async, [] {
    text++; // no race
    return std::string("done");
  });
  std::string said = k.get();
  text++; // no race
  return sum + many + static_cast<int>(said.size());
}
