// libraries
// flags: -std=c++20
// A pool of threads over a queue of functions. Jobs run beside each other; when the pool is gone, none runs any more.
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
public:
  explicit Pool(int n) {
    for (int i = 0; i < n; i++) threads.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> guard(lock);
      stop = true; // no race
    }
    ready.notify_all();
    for (std::thread &t : threads) t.join();
  }
  void submit(std::function<void()> f) {
    {
      std::lock_guard<std::mutex> guard(lock);
      jobs.push(std::move(f)); // no race
    }
    ready.notify_one();
  }

private:
  void work() {
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock<std::mutex> guard(lock);
        ready.wait(guard, [this] { return stop || !jobs.empty(); }); // no race
        if (stop && jobs.empty()) return;                            // no race
        job = std::move(jobs.front());                               // no race
        jobs.pop();                                                  // no race
      }
      job(); // no race
    } // no race
  }
  std::vector<std::thread> threads;
  std::queue<std::function<void()>> jobs;
  std::mutex lock;
  std::condition_variable ready;
  bool stop = false;
};

static int open, guarded;
static std::mutex lock;

int main() {
  {
    Pool pool(4);
    for (int i = 0; i < 10; i++)
      pool.submit([] { // no race
        open++; // race
        std::lock_guard<std::mutex> guard(lock);
        guarded++; // no race
      });
  }
  return open + guarded; // no race
}
