// A failure that ends the process at once runs no destructors of globals; exit() does.
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

struct Log {
  std::vector<int> lines;
  ~Log() { lines.push_back(0); } // no race
};
static Log log;

struct Trace {
  int last = 0;
  ~Trace() { last = 1; } // race
};
static Trace trace;

static std::mutex lock;

static void work() {
  std::lock_guard<std::mutex> guard(lock);
  log.lines.push_back(1); // no race
}

static void follow() {
  trace.last++; // race
}

int main(int argc, char **) {
  std::thread t(work);
  {
    std::unique_lock<std::mutex> guard(lock);
    if (argc > 3) std::abort();
    if (argc > 4) std::terminate();
  }
  t.join();
  std::thread u(follow);
  if (argc > 5) std::exit(1);
  u.join();
}
