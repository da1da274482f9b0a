// An object that ends its thread in its destructor: that of the class it is of stores the vtable pointer that is there
// already, which is nobody's matter. With RACY, the class below it does, when the object is no longer what it was.
#include <atomic>
#include <sched.h>
#include <thread>

static std::atomic<int> step; // relaxed: it orders nothing
static void after(int n) {
  while (step.load(std::memory_order_relaxed) < n) sched_yield();
}
static void done(int n) { step.store(n, std::memory_order_relaxed); }

struct Base {
  std::thread thread;
  virtual void work() {}
  void run() {
    work();
    done(1);
    after(2);
    work();
  }
  void end() {
    after(1);
    done(2);
    thread.join();
  }
#ifdef RACY
  virtual ~Base() { end(); }
#else
  virtual ~Base() {}
#endif
};

struct Derived : Base {
  int worked = 0;
  void work() override { worked++; }
#ifndef RACY
  ~Derived() override { end(); }
#endif
};

int main() {
  Base *object = new Derived;
  object->thread = std::thread([object] { object->run(); });
  after(1);
  delete object;
}
