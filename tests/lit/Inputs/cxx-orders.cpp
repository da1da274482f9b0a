// What C++ orders in ways that few programs go. With RACY, what only looks like it.
#include <atomic>
#include <mutex>
#include <sched.h>
#include <stdexcept>
#include <thread>

static std::atomic<int> step; // relaxed: it orders nothing
static void after(int n) {
  while (step.load(std::memory_order_relaxed) < n) sched_yield();
}
static void done(int n) { step.store(n, std::memory_order_relaxed); }

// A call that an exception has left is before the next one.
static std::once_flag flag;
static int tried;
static void once_throws() {
  std::call_once(flag, [] {
    if (tried++ == 0) throw std::runtime_error("not yet");
  });
}

// So is an initialisation.
static int made;
struct Made {
  Made() {
    if (made++ == 0) throw std::runtime_error("not yet");
  }
};
static void static_throws() { static Made instance; }

// Atomic values that are no words. Three bytes are changed without a lock.
struct Bytes {
  unsigned char bytes[3];
};
static std::atomic<Bytes> published;
static int behind;
#ifdef RACY
constexpr auto publishes = std::memory_order_relaxed;
#else
constexpr auto publishes = std::memory_order_release;
#endif

static void quietly(void (*function)()) {
  try {
    function();
  } catch (const std::runtime_error &) {
  }
}

static void write_behind() {
  behind = 1;
  published.store(Bytes{{1, 2, 3}}, publishes);
}
static void read_behind() {
  while (published.load(std::memory_order_acquire).bytes[2] != 3) sched_yield();
  behind++;
}

static void one_after_the_other(void (*first)(), void (*second)()) {
  done(0);
  std::thread one([=] {
    quietly(first);
    done(1);
  });
  std::thread two([=] {
    after(1);
    quietly(second);
  });
  one.join();
  two.join();
}

int main() {
  one_after_the_other(once_throws, once_throws);
  one_after_the_other(static_throws, static_throws);
  one_after_the_other(write_behind, read_behind);
  return tried + made != 4;
}
