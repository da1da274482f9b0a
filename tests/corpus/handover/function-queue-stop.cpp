// A pool that runs functions until a flag stops it; the destructor joins.
// libraries
#include <atomic>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class Pool {
public:
  explicit Pool(unsigned n) {
    for (unsigned i = 0; i < n; i++) threads.push_back(std::thread([this, i] { loop(static_cast<int>(i)); }));
  }
  ~Pool() {
    stop.store(true);
    for (auto &t : threads)
      if (t.joinable()) t.join();
  }
  void add(std::function<void(int)> f) {
    std::lock_guard<std::mutex> guard(mutex);
    work.push_back(std::move(f)); // no race
  }

private:
  void loop(int id) {
    while (!stop.load()) {
      std::function<void(int)> f;
      {
        std::lock_guard<std::mutex> guard(mutex);
        if (!work.empty()) {
          f = std::move(work.front()); // no race
          work.pop_front();            // no race
        }
      }
      if (f) f(id); // no race
    }
  }

  std::vector<std::thread> threads;
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::deque<std::function<void(int)>> work;
};

int main() {
  std::atomic<long> total{0};
  long plain = 0;
  {
    Pool pool(4);
    for (int i = 0; i < 10; i++)
      pool.add([&total, &plain, i](int id) {
        total += i * id; // no race
        plain++;         // race
      });
  }
  return static_cast<int>(total) + static_cast<int>(plain);
}
