// Objects in a vector have a number each; they write the slot of their number, and one that is for all.
// libraries
#include <thread>
#include <vector>

struct Worker {
  int id;
  std::vector<int>* out;
  void run() {
    (*out)[id] = 1; // race
    (*out)[0]++;    // race
  }
};

int main() {
  std::vector<int> out(4);
  std::vector<Worker> workers;
  for (int i = 0; i < 4; i++)
    workers.push_back({i, &out});
  std::vector<std::thread> threads;
  for (auto& w : workers)
    threads.emplace_back(&Worker::run, &w);
  for (auto& t : threads)
    t.join();
  return out[0];
}
