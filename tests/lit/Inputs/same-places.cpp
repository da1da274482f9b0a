// Three races, each of a place with itself.
#include <atomic>
#include <sched.h>
#include <thread>

static std::atomic<int> step; // relaxed: it orders nothing
int a, b, c;
static void change_a() { a++; }
static void change_b() { b++; }
static void change_c() { c++; }

static void in_both(void (*change)()) {
  step.store(0, std::memory_order_relaxed);
  std::thread one([=] {
    change();
    step.store(1, std::memory_order_relaxed);
  });
  std::thread two([=] {
    while (!step.load(std::memory_order_relaxed)) sched_yield();
    change();
  });
  one.join();
  two.join();
}

int main() {
  in_both(change_a);
  in_both(change_b);
  in_both(change_c);
}
