// libraries
// flags: -std=c++20
// What a std::thread can run: functions with bound arguments, lambdas, function objects, methods of an object that is
// pointed to or referred to, std::bind. Main looks at what each has written when it has ended.
#include <functional>
#include <thread>

static int by_function, by_lambda;

static void add(int n, int &sum) {
  sum += n;         // no race
  by_function += n; // no race
}

struct Counter {
  int n = 0;
  void add(int k) {
    n += k; // no race
  }
  void operator()(int k) {
    n -= k; // no race
  }
  int get(int &out) const {
    return out = n; // no race
  }
};

int main() {
  int local = 0, captured = 0, bound = 0, copy = 0;
  Counter pointed, referred, called, looked_at;
  looked_at.n = 3; // no race

  std::thread a(add, 1, std::ref(local));
  std::thread b([] { by_lambda++; });                      // no race
  std::thread c([&captured, k = 5] { captured += k; });    // no race
  std::thread d(&Counter::add, &pointed, 2);
  std::thread e(&Counter::add, std::ref(referred), 2);
  std::thread f(std::ref(called), 1);
  std::thread g(&Counter::get, std::cref(looked_at), std::ref(copy));
  a.join();
  std::thread h(std::bind(add, 4, std::ref(bound)));
  b.join();
  c.join();
  d.join();
  e.join();
  f.join();
  g.join();
  h.join();
  return by_function + by_lambda + local + captured + bound + copy + // no race
         pointed.n + referred.n + called.n + looked_at.n;            // no race
}
