// The owner stays in the container, and what it leads to is used without the lock.
// libraries
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Slot {
  int value = 0;
};

static std::mutex lock;
static std::vector<std::unique_ptr<Slot>> slots;

static void use() {
  Slot *slot;
  {
    std::lock_guard<std::mutex> guard(lock);
    slot = slots.front().get();
  }
  slot->value++; // race
}

static void useLocked() {
  std::lock_guard<std::mutex> guard(lock);
  slots.front()->value++; // race
}

int main() {
  slots.push_back(std::make_unique<Slot>());
  std::thread a(use), b(useLocked);
  a.join();
  b.join();
}
