// libraries
// flags: -std=c++20
// Several threads wait for one shared future, as for a gun to start.
#include <future>
#include <thread>

static int course, sum;

int main() {
  std::promise<void> gun;
  std::shared_future<void> start = gun.get_future().share();
  std::thread a([start] {
    start.wait();
    int mine = course; // no race
    sum += mine;       // race
  });
  std::thread b([start] {
    start.wait();
    int mine = course; // no race
    sum += mine;       // race
  });
  course = 42; // no race
  gun.set_value();
  a.join();
  b.join();
  return sum; // no race
}
