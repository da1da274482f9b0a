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

template <typename Function>
static void quietly(Function function) {
  try {
    function();
  } catch (const std::runtime_error &) {
  }
}

int main() {
  std::thread first([] {
    quietly(once_throws);
    quietly(static_throws);
    done(1);
    behind = 1;
    published.store(Bytes{{1, 2, 3}}, publishes);
  });
  std::thread second([] {
    after(1);
    quietly(once_throws);
    quietly(static_throws);
    while (published.load(std::memory_order_acquire).bytes[2] != 3) sched_yield();
    behind++;
  });
  first.join();
  second.join();
  return tried + made != 4;
}
