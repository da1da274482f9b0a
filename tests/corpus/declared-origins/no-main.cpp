// A library without a main: its entry points are declared. Constructors of static objects run before all of them as far
// as they can tell, but an origin may be there from the start.
#include <mutex>
#include <vector>

namespace {
struct Cache {
  std::mutex lock;
  int size = 0;
  int hits = 0;
};
Cache cache;
} // namespace

[[clang::annotate("steward::origin")]] int lookUp(int key) {
  cache.hits++; // race
  std::lock_guard guard(cache.lock);
  return key < cache.size; // no race
}

[[clang::annotate("steward::origin")]] void insert(int) {
  std::lock_guard guard(cache.lock);
  cache.size++; // no race
}
