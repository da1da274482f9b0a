// libraries
// flags: -std=c++20
// Classes that have a thread: started by the constructor, by a method of a base class, ended by the destructor.
#include <atomic>
#include <thread>

class Worker {
public:
  Worker() : thread([this] { run(); }) {}
  ~Worker() {
    stop = true;
    if (thread.joinable()) thread.join();
    total += count; // no race
  }
  int peek() const {
    return count; // race
  }
  static int total;

private:
  void run() {
    while (!stop) count++; // race
  }
  std::atomic<bool> stop{false};
  int count = 0;
  std::thread thread;
};

int Worker::total;

class Task {
public:
  virtual ~Task() = default;
  void start() { thread = std::thread(&Task::entry, this); }
  void wait() { thread.join(); }

protected:
  virtual void run() = 0;

private:
  void entry() { run(); }
  std::thread thread;
};

class Left : public Task {
public:
  int n = 0;

protected:
  void run() override {
    n++; // race
  }
};

class Right : public Task {
public:
  int n = 0;

protected:
  void run() override {
    n++; // no race
  }
};

int main() {
  int seen;
  {
    Worker worker;
    seen = worker.peek();
  }
  Left left;
  Right right;
  left.start();
  right.start();
  left.n++; // race
  left.wait();
  right.wait();
  return seen + Worker::total + left.n + right.n; // no race
}
