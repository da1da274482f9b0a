// libraries
// flags: -std=c++20
// std::barrier, for all who wait.
#include <barrier>
#include <thread>

std::barrier<> sync_point(3);
int config;

int worker() {
  sync_point.arrive_and_wait();
  return config; // no race
}

int main() {
  std::thread a(worker), b(worker);
  config = 1; // no race
  sync_point.arrive_and_wait();
  a.join();
  b.join();
  return 0;
}
