// libraries
// flags: -std=c++20
// Threads are moved: out of functions, from variable to variable, into members, on the heap. Whoever has one joins it.
#include <memory>
#include <thread>
#include <utility>

static int returned, moved, assigned, swapped, member, heap, optional;

static std::thread start() {
  return std::thread([] { returned++; }); // no race
}

class Owner {
public:
  explicit Owner(std::thread thread) : thread(std::move(thread)) {}
  ~Owner() { thread.join(); }

private:
  std::thread thread;
};

int main(int argc, char **) {
  std::thread a = start();
  a.join();
  returned++; // no race

  std::thread b([] { moved++; }); // no race
  std::thread c = std::move(b);
  c.join();
  moved++; // no race

  std::thread d;
  d = std::thread([] { assigned++; }); // no race
  d.join();
  assigned++; // no race

  std::thread e([] { swapped++; }), f; // no race
  std::swap(e, f);
  f.join();
  swapped++; // no race

  {
    Owner owner(std::thread([] { member++; })); // no race
  }
  member++; // no race

  auto g = std::make_unique<std::thread>([] { heap++; }); // no race
  g->join();
  heap++; // no race

  std::thread h;
  if (argc > 1) h = std::thread([] { optional++; }); // no race
  if (h.joinable()) h.join();
  return optional; // no race
}
