// A guard that the program has written itself.
#include <mutex>
#include <thread>

class Guard {
public:
  explicit Guard(std::mutex &m) : m_(m) { m_.lock(); }
  ~Guard() { m_.unlock(); }

private:
  std::mutex &m_;
};

std::mutex first, second;
int counter, other, late;

void worker() {
  {
    Guard guard(first);
    counter++; // no race
    Guard inner(second);
    other++; // no race
  }
  late++; // race
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  return 0;
}
