// libraries
// flags: -std=c++20
// std::binary_semaphore that starts at 1: the first to come gets past.
#include <semaphore>
#include <thread>

static int data;
static std::binary_semaphore items{1};

int main() {
  std::thread producer([] {
    data = 42; // race
    items.release();
  });
  items.acquire();
  int seen = data; // race
  producer.join();
  return seen;
}
