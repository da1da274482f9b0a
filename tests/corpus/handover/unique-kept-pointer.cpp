// The producer keeps a plain pointer to what it has given away.
// libraries
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

struct Task {
  int value = 0;
};

static std::mutex lock;
static std::deque<std::unique_ptr<Task>> tasks;

static void produce() {
  for (int i = 0; i < 10; i++) {
    auto t = std::make_unique<Task>();
    Task *kept = t.get();
    t->value = i; // no race
    {
      std::lock_guard<std::mutex> guard(lock);
      tasks.push_back(std::move(t));
    }
    kept->value = -1; // race
  }
}

static void consume() {
  for (int i = 0; i < 10; i++) {
    std::unique_ptr<Task> t;
    {
      std::lock_guard<std::mutex> guard(lock);
      if (tasks.empty()) continue;
      t = std::move(tasks.front());
      tasks.pop_front(); // imprecise: what was moved out is null, and not freed
    }
    t->value++; // race
  } // race
}

int main() {
  std::thread p(produce), c(consume);
  p.join();
  c.join();
}
