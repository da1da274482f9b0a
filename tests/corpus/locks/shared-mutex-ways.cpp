// Readers share, a writer is alone; a reader that writes is not.
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex m;
int value, wrong;

int worker() {
  {
    std::unique_lock<std::shared_mutex> lock(m);
    value++; // no race
  }
  std::shared_lock<std::shared_mutex> lock(m);
  wrong++;      // race
  return value; // no race
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  return 0;
}
