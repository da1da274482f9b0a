// std::lock and scoped_lock take several locks.
#include <mutex>
#include <thread>

std::mutex first, second;
int one, two, late;

void worker() {
  {
    std::scoped_lock both(first, second);
    one++; // no race
  }
  {
    std::lock(first, second);
    std::lock_guard<std::mutex> a(first, std::adopt_lock);
    std::lock_guard<std::mutex> b(second, std::adopt_lock);
    two++; // no race
  }
  {
    std::lock_guard<std::mutex> a(first);
    one++; // no race
  }
  {
    std::lock_guard<std::mutex> b(second);
    two++; // no race
  }
  late++; // race
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  return 0;
}
