// A container that one thread uses without the lock: the container itself is raced on.
// partial
// libraries
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::deque<std::unique_ptr<int>> items;

static void put(int i) {
  std::lock_guard<std::mutex> guard(lock);
  items.push_back(std::make_unique<int>(i)); // race
}

static std::unique_ptr<int> takeUnlocked() {
  if (items.empty()) return nullptr; // race
  auto result = std::move(items.front()); // race
  items.pop_front(); // race
  return result;
}

int main() {
  std::thread a([] { put(1); }), b([] { takeUnlocked(); });
  a.join();
  b.join();
}
