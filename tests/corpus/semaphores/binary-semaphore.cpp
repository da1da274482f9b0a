// libraries
// flags: -std=c++20
// std::binary_semaphore that starts at 0.
#include <semaphore>
#include <thread>

static int data, late;
static std::binary_semaphore items{0};

int main() {
  std::thread producer([] {
    data = 42; // no race
    items.release();
    late = 1; // race
  });
  items.acquire();
  int seen = data; // no race
  seen += late;    // race
  producer.join();
  return seen;
}
