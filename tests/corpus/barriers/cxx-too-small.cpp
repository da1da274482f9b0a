// libraries
// flags: -std=c++20
// std::barrier, for fewer than wait.
#include <barrier>
#include <thread>

std::barrier<> sync_point(2);
int config;

int worker() {
  sync_point.arrive_and_wait(); // missed: the barrier's own counts, inside the library
  return config; // race
}

int main() {
  std::thread a(worker), b(worker);
  config = 1; // race
  sync_point.arrive_and_wait(); // missed: the same
  a.join();
  b.join();
  return 0;
}
