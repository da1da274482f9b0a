// partial
// What a map's node points to, found again by another thread. The library's own lines are not looked at.
#include <map>
#include <pthread.h>

struct Entry {
  int hits;
  int limit;
};

static std::map<int, Entry *> entries;

static void *work(void *arg) {
  Entry *entry = entries.find(1)->second;
  entry->hits++;                       // race
  return entry->limit ? arg : nullptr; // no race
}

int main() {
  entries[1] = new Entry{0, 3};
  pthread_t a, b;
  pthread_create(&a, nullptr, work, nullptr);
  pthread_create(&b, nullptr, work, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
