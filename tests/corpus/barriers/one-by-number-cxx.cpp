// libraries
// flags: -std=c++20
// Threads that get their number as an argument, with main for number 0; two of them may get the same.
#include <barrier>
#include <thread>

constexpr int count = 4;
std::barrier<> sync_point(count);
int total, twice;
int parts[count];

void work(int id) {
  parts[id] = id; // no race
  sync_point.arrive_and_wait();
  if (id == 0)
    for (int part : parts) total += part; // no race
  sync_point.arrive_and_wait();
  if (total > 3) parts[id] = 0; // no race
}

void again(int id) {
  if (id == 0) twice++; // race
}

int main() {
  std::thread threads[count];
  for (int i = 1; i < count; ++i) threads[i] = std::thread(work, i);
  work(0);
  for (int i = 1; i < count; ++i) threads[i].join();

  std::thread first(again, 0), second(again, 1), third(again, 0);
  first.join();
  second.join();
  third.join();
  return total + twice;
}
