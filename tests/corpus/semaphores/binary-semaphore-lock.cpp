// libraries
// flags: -std=c++20
// std::binary_semaphore as a lock, and one that is a local variable.
#include <semaphore>
#include <thread>

static int counter;

int main() {
  int mine = 0;
  std::binary_semaphore token(1);
  auto work = [&] {
    token.acquire();
    counter++; // no race
    mine++;    // no race
    token.release();
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
  return counter + mine; // no race
}
