// libraries
// flags: -std=c++20
// POSIX threads wrapped in a class: the entry is a static method that gets the object back from its argument.
#include <pthread.h>

class Thread {
public:
  virtual ~Thread() = default;
  void start() { pthread_create(&handle, nullptr, entry, this); }
  void join() { pthread_join(handle, nullptr); }

protected:
  virtual void run() = 0;

private:
  static void *entry(void *self) {
    static_cast<Thread *>(self)->run();
    return nullptr;
  }
  pthread_t handle{};
};

class Counter : public Thread {
public:
  int n = 0;

protected:
  void run() override {
    n++; // no race
  }
};

class Watched : public Thread {
public:
  int n = 0;

protected:
  void run() override {
    n++; // race
  }
};

int main() {
  Counter first, second;
  Watched third;
  first.start();
  second.start();
  third.start();
  third.n++; // race
  first.join();
  second.join();
  third.join();
  return first.n + second.n + third.n; // no race
}
