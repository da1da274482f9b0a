// Pointers in a std::queue.
#include <mutex>
#include <queue>
#include <thread>

struct Task {
  int value = 0;
};

static std::mutex lock;
static std::queue<Task *> tasks;

static void produce() {
  for (int i = 0; i < 10; i++) {
    Task *t = new Task;
    t->value = i; // imprecise: a deque's memory is not followed
    std::lock_guard<std::mutex> guard(lock);
    tasks.push(t);
  }
}

static void consume() {
  for (;;) {
    Task *t;
    {
      std::lock_guard<std::mutex> guard(lock);
      if (tasks.empty()) return;
      t = tasks.front();
      tasks.pop();
    }
    t->value++; // imprecise: a deque's memory is not followed
    delete t; // imprecise: a deque's memory is not followed
  }
}

int main() {
  std::thread p(produce), c(consume), d(consume);
  p.join();
  c.join();
  d.join();
}
