// libraries
// flags: -std=c++20
// Loops that do not join all: they stop early, skip some, go over the wrong container, or start new threads.
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static int stopped, skipped, wrong, renewed, extra, unguarded, detached;

static void add(int &n) {
  std::lock_guard<std::mutex> guard(lock);
  n++; // race
}

int main(int argc, char **) {
  std::vector<std::thread> a;
  for (int i = 0; i < 4; i++) a.emplace_back(add, std::ref(stopped));
  for (auto &t : a) {
    if (argc > 1) break;
    t.join();
  }
  stopped++; // race

  std::vector<std::thread> b;
  for (int i = 0; i < 4; i++) b.emplace_back(add, std::ref(skipped));
  for (auto &t : b)
    if (argc > 2) t.join();
  skipped++; // race

  std::vector<std::thread> c, d;
  for (int i = 0; i < 4; i++) c.emplace_back(add, std::ref(wrong));
  for (auto &t : d) t.join();
  wrong++; // race

  std::vector<std::thread> e;
  for (int i = 0; i < 4; i++) e.emplace_back(add, std::ref(renewed));
  for (auto &t : e) {
    t.join();
    t = std::thread(add, std::ref(renewed));
  }
  renewed++; // race

  std::vector<std::thread> f;
  std::thread kept;
  for (int i = 0; i < 4; i++) {
    std::thread t(add, std::ref(extra));
    if (i == 0)
      kept = std::move(t);
    else
      f.push_back(std::move(t));
  }
  for (auto &t : f) t.join();
  extra++; // race
  kept.join();

  std::vector<std::thread> g;
  for (int i = 0; i < 4; i++) g.emplace_back([] { unguarded++; }); // race
  for (auto &t : g) t.join();
  unguarded++; // no race

  std::vector<std::thread> h;
  for (int i = 0; i < 4; i++) h.emplace_back(add, std::ref(detached));
  h[0].detach();
  for (auto &t : h)
    if (t.joinable()) t.join();
  detached++; // race

  for (auto *v : {&a, &b, &c, &e})
    for (auto &t : *v)
      if (t.joinable()) t.join();
  return 0;
}
