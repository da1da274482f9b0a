// A guard without a name is gone at the end of the line.
#include <mutex>
#include <thread>

class Guard {
public:
  explicit Guard(std::mutex &m) : m_(m) { m_.lock(); }
  ~Guard() { m_.unlock(); }

private:
  std::mutex &m_;
};

std::mutex first;
int counter;

void worker() {
  Guard{first};
  counter++; // race
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
  return 0;
}
