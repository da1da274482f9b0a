// libraries
// flags: -std=c++20
// Threads in containers, joined by loops over all of them. What they do beside each other they do under a lock.
#include <algorithm>
#include <array>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static int emplaced, pushed, indexed, each, fixed, plain, listed, pointers, joined_in_function, asked;

static void add(int &n) {
  std::lock_guard<std::mutex> guard(lock);
  n++; // no race
}

static void join_all(std::vector<std::thread> &threads) {
  for (std::thread &t : threads) t.join();
}

int main() {
  std::vector<std::thread> a;
  for (int i = 0; i < 4; i++) a.emplace_back([] { add(emplaced); });
  for (auto &t : a) t.join();
  emplaced++; // no race

  std::vector<std::thread> b;
  for (int i = 0; i < 4; i++) b.push_back(std::thread(add, std::ref(pushed)));
  for (auto it = b.begin(); it != b.end(); ++it) it->join();
  pushed++; // no race

  std::vector<std::thread> c;
  c.reserve(4);
  for (int i = 0; i < 4; i++) {
    std::thread t(add, std::ref(indexed));
    c.push_back(std::move(t));
  }
  for (std::size_t i = 0; i < c.size(); i++) c[i].join();
  indexed++; // no race

  std::vector<std::thread> d;
  for (int i = 0; i < 4; i++) d.emplace_back(add, std::ref(each));
  std::for_each(d.begin(), d.end(), [](std::thread &t) { t.join(); });
  each++; // no race

  std::array<std::thread, 3> e;
  for (auto &t : e) t = std::thread(add, std::ref(fixed));
  for (auto &t : e) t.join();
  fixed++; // no race

  std::thread f[3];
  for (int i = 0; i < 3; i++) f[i] = std::thread(add, std::ref(plain));
  for (int i = 0; i < 3; i++) f[i].join();
  plain++; // no race

  std::list<std::thread> g;
  for (int i = 0; i < 3; i++) g.emplace_back(add, std::ref(listed));
  for (auto &t : g) t.join();
  listed++; // no race

  std::vector<std::unique_ptr<std::thread>> h;
  for (int i = 0; i < 3; i++) h.push_back(std::make_unique<std::thread>(add, std::ref(pointers)));
  for (auto &t : h) t->join();
  pointers++; // no race

  std::vector<std::thread> k;
  for (int i = 0; i < 3; i++) k.emplace_back(add, std::ref(joined_in_function));
  join_all(k);
  joined_in_function++; // no race

  std::vector<std::thread> l;
  for (int i = 0; i < 3; i++) l.emplace_back(add, std::ref(asked));
  for (auto &t : l)
    if (t.joinable()) t.join();
  asked++; // no race
  return 0;
}
