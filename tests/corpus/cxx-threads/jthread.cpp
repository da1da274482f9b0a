// libraries
// flags: -std=c++20
// A std::jthread asks its thread to stop and joins it when it goes away; so does a container of them.
#include <stop_token>
#include <thread>
#include <vector>

static int scoped, joined, stopped, many, early;

int main() {
  {
    std::jthread a([] { scoped++; }); // no race
  }
  scoped++; // no race

  std::jthread b([] { joined++; }); // no race
  b.join();
  joined++; // no race

  {
    std::jthread c([](std::stop_token stop) {
      while (!stop.stop_requested()) stopped++; // no race
    });
    c.request_stop();
  }
  stopped++; // no race

  {
    std::vector<std::jthread> d;
    for (int i = 0; i < 3; i++) d.emplace_back([] { many++; }); // race: with each other
  }
  many++; // no race

  std::jthread e([] { early++; }); // race
  early++;                         // race
  return 0;
}
