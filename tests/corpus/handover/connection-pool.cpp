// Connections are taken out of a list and given back, owned by whoever has them.
// libraries
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Connection {
  int fd;
  int queries = 0;
  explicit Connection(int fd) : fd(fd) {}
  void query() { queries++; } // no race
};

static std::list<std::unique_ptr<Connection>> idle;
static std::mutex lock;
static std::condition_variable available;

static std::unique_ptr<Connection> acquire() {
  std::unique_lock<std::mutex> guard(lock);
  available.wait(guard, [] { return !idle.empty(); });
  auto c = std::move(idle.front());
  idle.pop_front();
  return c;
}

static void giveBack(std::unique_ptr<Connection> c) {
  {
    std::lock_guard<std::mutex> guard(lock);
    idle.push_back(std::move(c));
  }
  available.notify_one();
}

int main() {
  for (int i = 0; i < 3; i++) idle.push_back(std::make_unique<Connection>(i));
  std::vector<std::thread> clients;
  for (int i = 0; i < 8; i++)
    clients.emplace_back([] {
      for (int k = 0; k < 10; k++) {
        auto c = acquire();
        c->query();
        giveBack(std::move(c)); // no race
      }
    });
  for (auto &t : clients) t.join();
}
