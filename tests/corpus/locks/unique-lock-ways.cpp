// Deferred, adopted, given back early, taken again, moved.
#include <mutex>
#include <thread>

std::mutex m;
int deferred, adopted, early, again, moved, never;

void worker() {
  {
    std::unique_lock<std::mutex> lock(m, std::defer_lock);
    never++; // race
    lock.lock();
    deferred++; // no race
    lock.unlock();
    early++; // race
    lock.lock();
    again++; // no race
  }
  {
    m.lock();
    std::unique_lock<std::mutex> lock(m, std::adopt_lock);
    adopted++; // no race
  }
  {
    std::unique_lock<std::mutex> lock(m);
    std::unique_lock<std::mutex> taken(std::move(lock));
    moved++; // no race
  }
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  return 0;
}
