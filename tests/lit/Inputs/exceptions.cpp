// What threads did with an exception that they share is before its end, whoever had it last. With RACY, what they do with
// it before is not ordered by that.
#include <atomic>
#include <exception>
#include <sched.h>
#include <thread>

static std::atomic<int> step; // relaxed: it orders nothing
static void after(int n) {
  while (step.load(std::memory_order_relaxed) < n) sched_yield();
}
static void done(int n) { step.store(n, std::memory_order_relaxed); }

struct Error {
  int value = 1;
  ~Error() { value = 0; }
};
static std::exception_ptr shared;
static std::atomic<bool> isShared;

static void share() {
  shared = std::current_exception();
  isShared.store(true, std::memory_order_release);
}
static void await() {
  while (!isShared.load(std::memory_order_acquire)) sched_yield();
}

// Who caught it first has it last.
static void catches_and_waits() {
  try {
    throw Error();
  } catch (Error &error) {
    share();
    after(1);
#ifdef RACY
    error.value++;
#endif
  }
}
static void catches_another() {
  await();
  try {
    std::rethrow_exception(shared);
  } catch (Error &error) {
    error.value++;
  }
  shared = nullptr;
  done(1);
}

// Who never caught it has it last.
static void catches() {
  try {
    throw Error();
  } catch (Error &error) {
    share();
    error.value++;
  }
  done(1);
}
static void drops() {
  await();
  after(1);
  shared = nullptr;
}

static void both(void (*first)(), void (*second)()) {
  done(0);
  isShared = false;
  std::thread one(first), two(second);
  one.join();
  two.join();
}

int main() {
  both(catches_and_waits, catches_another);
  both(catches, drops);
}
