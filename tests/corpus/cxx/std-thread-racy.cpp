// std::thread: what is touched before the join, or under a guard that has been given back, races.
#include <mutex>
#include <thread>

int unguarded, unlocked_early;
std::mutex lock;

int main() {
  std::thread worker([] {
    unguarded++; // race
    std::unique_lock<std::mutex> guard(lock);
    guard.unlock();
    unlocked_early++; // race
  });
  unguarded = 2; // race
  {
    std::lock_guard<std::mutex> guard(lock);
    unlocked_early = 3; // race
  }
  worker.join();
  return 0;
}
