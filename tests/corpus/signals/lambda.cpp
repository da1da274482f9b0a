// Handlers in C++: a lambda, a static method, and what the library offers to share with them.
#include <atomic>
#include <csignal>

namespace {
std::atomic<bool> stop{false};
volatile std::sig_atomic_t number = 0;
int plain = 0;

class Reloader {
public:
  static void onHangUp(int) {
    ++reloads; // race
  }
  static int count() {
    return reloads; // race
  }

private:
  static int reloads;
};
int Reloader::reloads = 0;
} // namespace

int main() {
  plain = 1; // no race
  std::signal(SIGTERM, [](int n) {
    number = n;  // no race
    stop = true; // no race
    plain = n;   // race
  });
  struct sigaction action = {};
  action.sa_handler = &Reloader::onHangUp;
  sigaction(SIGHUP, &action, nullptr);
  while (!stop && number == 0) // no race
    plain++;                   // race
  return Reloader::count();
}
