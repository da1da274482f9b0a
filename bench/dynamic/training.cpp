// What the runtime's profile (src/runtime/profile.proftext) is made from, beside operations.cpp and first_touch.c: two
// threads that do what programs do between their locks. They look words of a common text up in a common index and in
// caches of their own, find repetitions by tables of 32-bit numbers, keep records in order, and hand each other messages.
// Nothing here is measured.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {

struct Random {
  uint64_t state;
  uint32_t operator()(uint32_t limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return uint32_t((state >> 33) % limit);
  }
};

std::string text;
std::vector<uint32_t> sortedWords; // where words begin, in the order of the words
std::atomic<uint64_t> found, rounds;

std::string_view wordAt(uint32_t at) {
  uint32_t end = at;
  while (end < text.size() && text[end] != ' ') ++end;
  return std::string_view(text).substr(at, end - at);
}

void makeText() {
  Random random{20};
  while (text.size() < 300'000) {
    sortedWords.push_back(uint32_t(text.size()));
    for (uint32_t left = 2 + random(9); left; --left) text += char('a' + random(16));
    text += ' ';
  }
  std::sort(sortedWords.begin(), sortedWords.end(), [](uint32_t a, uint32_t b) { return wordAt(a) < wordAt(b); });
}

// Entries that are looked up and replaced under a lock.
struct Entry {
  std::string key;
  uint32_t uses = 0;
  uint16_t age = 0;
  bool isPinned = false;
  uint8_t kind = 0;
};
struct Cache {
  std::mutex lock;
  std::unordered_map<std::string, std::shared_ptr<Entry>> entries;

  std::shared_ptr<Entry> find(const std::string& key) {
    std::lock_guard guard(lock);
    std::shared_ptr<Entry>& entry = entries[key];
    if (!entry) {
      entry = std::make_shared<Entry>();
      entry->key = key;
    }
    ++entry->uses;
    entry->kind = uint8_t(key.size());
    return entry;
  }
};
Cache caches[8];

void lookUp(Random& random, int count) {
  for (int i = 0; i < count; ++i) {
    std::string key(wordAt(sortedWords[random(uint32_t(sortedWords.size()))]));
    auto at = std::lower_bound(sortedWords.begin(), sortedWords.end(), key, [](uint32_t word, const std::string& wanted) {
      size_t bytes = std::min(wanted.size(), text.size() - word);
      return std::memcmp(text.data() + word, wanted.data(), bytes) < 0;
    });
    auto entry = caches[key.size() % 8].find(key);
    if (at != sortedWords.end() && text.compare(*at, key.size(), key) == 0 && entry->key == key)
      found.fetch_add(1, std::memory_order_relaxed);
  }
}

// Where the same four bytes stood last, and before that: tables of one thread, used in many spans.
uint64_t findRepetitions(const std::vector<uint8_t>& buffer, std::mutex& progressLock, uint64_t& progress) {
  std::vector<uint32_t> last(1 << 14), previous(buffer.size());
  std::vector<uint16_t> lengths(buffer.size());
  uint64_t all = 0;
  for (size_t at = 1; at + 64 < buffer.size(); ++at) {
    uint32_t four;
    std::memcpy(&four, &buffer[at], 4);
    uint32_t slot = (four * 2654435761u) >> 18, candidate = last[slot];
    previous[at] = candidate;
    last[slot] = uint32_t(at);
    for (int depth = 0; depth < 6 && candidate; ++depth, candidate = previous[candidate]) {
      uint16_t length = 0;
      while (length < 60 && buffer[candidate + length] == buffer[at + length]) ++length;
      lengths[at] = std::max(lengths[at], length);
    }
    all += lengths[at];
    if (at % 2048 == 0) {
      std::lock_guard guard(progressLock);
      progress += 2048;
    }
  }
  return all;
}

struct Record {
  int32_t id, parent;
  uint16_t flags;
  uint8_t level, state;
  uint32_t size;
  char name[20];
};

void keepRecords(Random& random, std::mutex& lock, int count) {
  std::map<int, Record> records;
  std::vector<Record> sorted;
  for (int i = 0; i < count; ++i) {
    Record record = {i, int(random(1000)), uint16_t(i), uint8_t(random(8)), 0, random(4096), {}};
    std::snprintf(record.name, sizeof record.name, "record %d", i);
    Record& known = records[int(random(2000))];
    known = record;
    known.state = known.level > 3;
    if (auto other = records.find(record.parent); other != records.end()) other->second.flags |= 1;
    if (i % 4 == 0) {
      std::lock_guard guard(lock);
      rounds.fetch_add(1, std::memory_order_release);
    }
  }
  for (auto& [key, record] : records) sorted.push_back(record);
  std::sort(sorted.begin(), sorted.end(), [](const Record& a, const Record& b) { return a.size < b.size; });
}

// Rows and columns, each thread its own, with what the other has left in the last round beside them.
constexpr size_t side = 192;
double grid[2][side][side];
std::barrier meeting(2);

void smooth(int id, int count) {
  for (int round = 0; round < count; ++round) {
    auto &from = grid[round % 2], &to = grid[1 - round % 2];
    size_t first = id ? side / 2 : 1, last = id ? side - 1 : side / 2;
    for (size_t i = first; i < last; ++i)
      for (size_t j = 1; j + 1 < side; ++j)
        to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) / 4 + round;
    meeting.arrive_and_wait();
    for (size_t j = first; j < last; ++j) // columns
      for (size_t i = 0; i < side; i += 2) from[i][j] = from[i][j] * 0.5 + to[i][j];
    meeting.arrive_and_wait();
  }
}

// Messages from one thread to the other, and a table that both read and seldom change.
struct Message {
  std::unique_ptr<char[]> bytes;
  size_t size;
};
std::mutex queueLock;
std::condition_variable hasMessage;
std::deque<Message> queue;
std::shared_mutex tableLock;
std::vector<uint32_t> table(4096);
std::atomic<uint32_t> slots[1024];

void exchange(int id, int count) {
  Random random{uint64_t(id) + 5};
  for (int i = 0; i < count; ++i) {
    if (id) {
      Message message{std::make_unique<char[]>(700), 700};
      std::memset(message.bytes.get(), i, message.size);
      std::memcpy(message.bytes.get() + 40, text.data() + i, 600);
      std::lock_guard guard(queueLock);
      queue.push_back(std::move(message));
      hasMessage.notify_one();
    } else {
      std::unique_lock guard(queueLock);
      hasMessage.wait(guard, [] { return !queue.empty(); });
      Message message = std::move(queue.front());
      queue.pop_front();
      guard.unlock();
      for (size_t at = 0; at < message.size; at += 3) found.fetch_add(message.bytes[at] == 'e', std::memory_order_relaxed);
    }
    if (i % 16 == 0) {
      std::unique_lock guard(tableLock);
      table[random(4096)] += 1;
    } else {
      std::shared_lock guard(tableLock);
      for (int k = 0; k < 20; ++k) rounds.fetch_add(table[random(4096)], std::memory_order_relaxed);
    }
    uint32_t at = random(1024), known = slots[at].load(std::memory_order_acquire);
    slots[at].compare_exchange_strong(known, known + 1, std::memory_order_acq_rel);
  }
}

std::mutex commonLock, locks[2];
uint64_t progress[2];

void work(int id) {
  Random random{uint64_t(id) + 1};
  std::vector<uint8_t> buffer(text.begin(), text.begin() + 120'000);
  for (int round = 0; round < 4; ++round) {
    lookUp(random, 6000);
    found.fetch_add(findRepetitions(buffer, locks[id], progress[id]) & 1, std::memory_order_acq_rel);
    keepRecords(random, commonLock, 8000);
    smooth(id, 20);
    exchange(id, 3000);
  }
}

} // namespace

int main() {
  makeText();
  std::thread other(work, 1);
  work(0);
  other.join();
  std::printf("%llu\n", static_cast<unsigned long long>(found.load()));
}
