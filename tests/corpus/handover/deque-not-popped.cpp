// The first pointer of a std::deque is read and stays.
#include <mutex>
#include <deque>
#include <thread>

struct Task {
  int value = 0;
};

static std::mutex lock;
static std::deque<Task *> tasks;

static void produce() {
  for (int i = 0; i < 10; i++) {
    Task *t = new Task;
    t->value = i; // no race
    std::lock_guard<std::mutex> guard(lock);
    tasks.push_back(t);
  }
}

static void consume() {
  for (;;) {
    Task *t;
    {
      std::lock_guard<std::mutex> guard(lock);
      if (tasks.empty()) return;
      t = tasks.front();
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
