// libraries
// flags: -std=c++20
// Threads that own what they work on, alone or together. The last owner ends it, whoever that is.
#include <memory>
#include <mutex>
#include <thread>

struct Data {
  std::mutex lock;
  int guarded = 0, open = 0, own = 0, before = 0;
  ~Data() { own = -1; } // no race
};

int main() {
  auto together = std::make_shared<Data>();
  together->before = 1; // no race
  std::thread a([together] {
    std::lock_guard<std::mutex> guard(together->lock);
    together->guarded++;               // no race
    together->open += together->before; // race
  });
  {
    std::lock_guard<std::mutex> guard(together->lock);
    together->guarded++; // no race
  }
  together->open++; // race
  together.reset();
  a.join();

  auto alone = std::make_unique<Data>();
  alone->own = 1;                                               // no race
  std::thread b([data = std::move(alone)] { data->own++; });    // no race
  b.join();

  auto lent = std::make_unique<Data>();
  std::thread c([data = lent.get()] { data->own++; }); // race
  lent->own++;                                         // race
  c.join();
  return lent->own; // no race
}
