// A std::unique_ptr is moved into a queue and out of it.
#include <memory>
#include <mutex>
#include <queue>
#include <thread>

struct Task {
  int value = 0;
};

static std::mutex lock;
static std::queue<std::unique_ptr<Task>> tasks;

static void produce() {
  for (int i = 0; i < 10; i++) {
    auto t = std::make_unique<Task>();
    t->value = i; // no race
    std::lock_guard<std::mutex> guard(lock);
    tasks.push(std::move(t));
  } // no race
}

static void consume() {
  for (;;) {
    std::unique_ptr<Task> t;
    {
      std::lock_guard<std::mutex> guard(lock);
      if (tasks.empty()) return;
      t = std::move(tasks.front());
      tasks.pop(); // no race
    }
    t->value++; // no race
  } // no race
}

int main() {
  std::thread p(produce), c(consume), d(consume);
  p.join();
  c.join();
  d.join();
}
