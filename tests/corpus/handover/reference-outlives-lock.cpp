// A reference to an element is used when the lock has been let go, and another thread may take the element out.
// partial
// libraries
#include <deque>
#include <mutex>
#include <thread>

struct Message {
  int id;
  long text[4];
};

static std::mutex lock;
static std::deque<Message> box;

static void peek() {
  lock.lock();
  if (box.empty()) {
    lock.unlock();
    return;
  }
  Message &first = box.front();
  lock.unlock();
  first.id++; // race
}

static void take() {
  std::lock_guard<std::mutex> guard(lock);
  if (box.empty()) return;
  Message m = box.front(); // race
  box.pop_front();
  m.id++; // no race
}

int main() {
  box.push_back({1, {}});
  std::thread a(peek), b(take);
  a.join();
  b.join();
}
