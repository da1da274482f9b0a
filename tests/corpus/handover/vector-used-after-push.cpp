// The producer uses what it has put into the vector.
#include <mutex>
#include <thread>
#include <vector>

struct Task {
  int value = 0;
};

static std::mutex lock;
static std::vector<Task *> tasks;

static void produce() {
  for (int i = 0; i < 10; i++) {
    Task *t = new Task;
    t->value = i; // no race
    {
      std::lock_guard<std::mutex> guard(lock);
      tasks.push_back(t);
    }
    t->value++; // race
  }
}

static void consume() {
  for (;;) {
    Task *t;
    {
      std::lock_guard<std::mutex> guard(lock);
      if (tasks.empty()) return;
      t = tasks.back();
      tasks.pop_back();
    }
    t->value++; // race
    delete t;   // race
  }
}

int main() {
  std::thread p(produce), c(consume), d(consume);
  p.join();
  c.join();
  d.join();
}
