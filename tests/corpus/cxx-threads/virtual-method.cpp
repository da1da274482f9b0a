// libraries
// flags: -std=c++20
// A thread runs a method that is virtual: which one, the object says. One is of a second base class.
#include <functional>
#include <thread>

struct Base {
  virtual ~Base() = default;
  virtual void run() {}
};

struct Named {
  virtual ~Named() = default;
  virtual void rename() {}
  int names = 0;
};

struct One : Base {
  int n = 0;
  void run() override {
    n++; // race
  }
};

struct Two : Base, Named {
  int n = 0;
  void run() override {
    n++; // no race
  }
  void rename() override {
    names++; // race
  }
};

int main() {
  One one;
  Two two;
  Base *first = &one;
  std::thread a(&Base::run, first);
  std::thread b(&Base::run, std::ref(static_cast<Base &>(two)));
  std::thread c(&Named::rename, &two);
  one.n++;     // race
  two.names++; // race
  a.join();
  b.join();
  c.join();
  return one.n + two.n + two.names; // no race
}
