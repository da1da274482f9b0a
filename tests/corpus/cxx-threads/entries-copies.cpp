// libraries
// flags: -std=c++20
// A std::thread has copies of what it is handed: a function object, a struct, an argument. Main keeps the originals.
#include <string>
#include <thread>

struct Counter {
  int n = 0;
  void operator()(int k) {
    n += k; // no race
  }
};

struct Job {
  int input;
  int result;
};

static void work(Job job) {
  job.result = job.input; // no race
}

int main() {
  Counter counter;
  Job job = {1, 0};
  int number = 1;
  std::string text = "a";
  std::thread a(counter, 1);
  std::thread b(work, job);
  std::thread c([number, text]() mutable { number++, text += "b"; }); // no race
  counter.n = 5;   // no race
  job.result = 2;  // no race
  number = 3;      // no race
  text = "c";      // no race
  a.join();
  b.join();
  c.join();
  return counter.n + job.result + number + static_cast<int>(text.size()); // no race
}
