// A function hands the lock that it took to its caller.
#include <mutex>
#include <thread>

std::mutex m;
int counter, late;

std::unique_lock<std::mutex> enter() { return std::unique_lock<std::mutex>(m); }

void worker() {
  {
    auto lock = enter();
    counter++; // no race
  }
  late++; // race
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  return 0;
}
