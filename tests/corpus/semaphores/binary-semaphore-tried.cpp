// libraries
// flags: -std=c++20
// try_acquire says whether it got past.
#include <semaphore>
#include <thread>

static int data;
static std::counting_semaphore<8> items(0);

int main() {
  std::thread producer([] {
    data = 42; // no race
    items.release();
  });
  int seen = 0;
  if (items.try_acquire())
    seen = data; // no race
  producer.join();
  return seen;
}
