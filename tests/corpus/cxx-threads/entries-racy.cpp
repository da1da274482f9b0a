// libraries
// flags: -std=c++20
// As entries.cpp, but main does not wait before it touches what the threads work on.
#include <functional>
#include <thread>

static int by_function, by_lambda;

static void add(int n, int &sum) {
  sum += n;         // race
  by_function += n; // race
}

struct Counter {
  int n = 0;
  void add(int k) {
    n += k; // race
  }
  void operator()(int k) {
    n -= k; // race
  }
};

int main() {
  int local = 0, captured = 0, bound = 0;
  Counter pointed, referred, called;
  std::thread a(add, 1, std::ref(local));
  std::thread b([] { by_lambda++; });         // race
  std::thread c([&captured] { captured++; }); // race
  std::thread d(&Counter::add, &pointed, 2);
  std::thread e(&Counter::add, std::ref(referred), 2);
  std::thread f(std::ref(called), 1);
  std::thread g(std::bind(add, 4, std::ref(bound)));
  local++;       // race
  by_lambda++;   // race
  captured++;    // race
  pointed.n++;   // race
  referred.n++;  // race
  called.n++;    // race
  bound++;       // race
  by_function++; // race
  a.join();
  b.join();
  c.join();
  d.join();
  e.join();
  f.join();
  g.join();
  return 0;
}
