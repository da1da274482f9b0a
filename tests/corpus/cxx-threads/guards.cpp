// libraries
// flags: -std=c++20
// The guards of the standard library, in every way of taking a lock.
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::mutex one, two;
static std::shared_mutex shared;
static std::recursive_mutex again;
static std::timed_mutex timed;
static int guarded, both, deferred, adopted, tried, written, read_only, recursive, all, in_time, unlocked;

static void work() {
  {
    std::lock_guard<std::mutex> guard(one);
    guarded++; // race: with the other lock
  }
  {
    std::scoped_lock guard(one, two);
    both++; // no race
  }
  {
    std::unique_lock<std::mutex> guard(one, std::defer_lock);
    guard.lock();
    deferred++; // no race
  }
  {
    one.lock();
    std::lock_guard<std::mutex> guard(one, std::adopt_lock);
    adopted++; // no race
  }
  {
    std::unique_lock<std::mutex> guard(one, std::try_to_lock);
    if (guard) tried++; // no race
  }
  {
    std::unique_lock<std::shared_mutex> guard(shared);
    written++; // no race
  }
  {
    std::shared_lock<std::shared_mutex> guard(shared);
    read_only = written; // race: two readers
  }
  {
    std::lock_guard<std::recursive_mutex> outer(again);
    {
      std::lock_guard<std::recursive_mutex> inner(again);
    }
    recursive++; // no race
  }
  {
    std::unique_lock<std::mutex> first(one, std::defer_lock), second(two, std::defer_lock);
    std::lock(first, second);
    all++; // no race
  }
  if (timed.try_lock_for(std::chrono::seconds(1))) {
    in_time++; // no race
    timed.unlock();
  }
  {
    std::unique_lock<std::mutex> guard(one);
    guard.unlock();
    unlocked++; // race
  }
}

static void other() {
  {
    std::scoped_lock guard(two);
    both++; // no race
  }
  {
    std::scoped_lock guard(two);
    all++; // no race
  }
  {
    std::scoped_lock guard(two);
    guarded++; // race: another lock
  }
}

int main() {
  std::thread a(work), b(work), c(other);
  a.join();
  b.join();
  c.join();
  return 0;
}
