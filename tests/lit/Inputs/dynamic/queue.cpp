// A class of which one method forgets the lock.
#include <mutex>
#include <thread>
#include <vector>

namespace work {

class Queue {
public:
  void push(int item) {
    std::lock_guard<std::mutex> guard(lock_);
    items_.push_back(item);
    size_ = items_.size();
  }
  unsigned long size() const { return size_; } // the race

private:
  std::mutex lock_;
  std::vector<int> items_;
  unsigned long size_ = 0;
};

} // namespace work

int main() {
  auto* queue = new work::Queue;
  unsigned long seen = 0;
  std::thread producer([&] { queue->push(1); });
  std::thread consumer([&] { seen = queue->size(); });
  producer.join();
  consumer.join();
  delete queue;
  return seen > 1;
}
