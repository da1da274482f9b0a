// A map under the lock of its class, owned by all threads together: whoever lets go last destroys it, nodes and all.
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Cache {
public:
  bool find(const std::string& key, int& value) const {
    std::lock_guard<std::mutex> hold(lock_);
    auto it = map_.find(key); // no race
    if (it == map_.end()) return false;
    value = it->second; // no race
    return true;
  }
  void add(const std::string& key, int value) {
    std::lock_guard<std::mutex> hold(lock_);
    map_[key] = value; // no race
  }

private:
  mutable std::mutex lock_;
  std::map<std::string, int> map_;
};

int main() {
  auto cache = std::shared_ptr<Cache>(new Cache);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([cache, i] {
      int value;
      std::string key = std::to_string(i);
      if (cache->find(key, value)) return;
      cache->add(key, i);
    });
  for (std::thread& thread : threads) thread.join();
}
