// Pointers in a std::list.
#include <mutex>
#include <list>
#include <thread>

struct Task {
  int value = 0;
};

static std::mutex lock;
static std::list<Task *> tasks;

static void produce() {
  for (int i = 0; i < 10; i++) {
    Task *t = new Task;
    t->value = i; // no race
    std::lock_guard<std::mutex> guard(lock);
    tasks.push_back(t); // no race
  }
}

static void consume() {
  for (;;) {
    Task *t;
    {
      std::lock_guard<std::mutex> guard(lock);
      if (tasks.empty()) return; // no race
      t = tasks.front(); // no race
      tasks.pop_front(); // no race
    }
    t->value++; // imprecise: nodes of a std::list are not followed
    delete t; // imprecise: nodes of a std::list are not followed
  }
}

int main() {
  std::thread p(produce), c(consume), d(consume);
  p.join();
  c.join();
  d.join();
}
