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
    t->value = i; // imprecise: a deque's memory is not followed
    std::lock_guard<std::mutex> guard(lock);
    tasks.push(std::move(t));
  } // imprecise: a deque's memory is not followed
}

static void consume() {
  for (;;) {
    std::unique_ptr<Task> t;
    {
      std::lock_guard<std::mutex> guard(lock);
      if (tasks.empty()) return;
      t = std::move(tasks.front());
      tasks.pop(); // imprecise: a deque's memory is not followed
    }
    t->value++; // imprecise: a deque's memory is not followed
  } // imprecise: a deque's memory is not followed
}

int main() {
  std::thread p(produce), c(consume), d(consume);
  p.join();
  c.join();
  d.join();
}
