// What usual operations cost, each made many times by two threads at once: synchronisation that nobody waits for and such
// that both want, allocation, containers, calls.
#include "measure.h"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {

constexpr long million = 1'000'000;
std::mutex bothWant;
std::shared_mutex readLock;
std::atomic<long> counter{0};
struct alignas(64) Own {
  std::atomic<long> value;
} own[2];
long shared[64], limits = 3; // limits: read by all in every span, as settings are
struct Settings {
  long words[16];
  int halves[16];
  char name[16];
} settings; // as limits
thread_local volatile long sink;

void measureSynchronisation() {
  std::mutex mutexes[2];
  measure("mutex of one thread", million, [&](int thread, long) {
    std::lock_guard<std::mutex> guard(mutexes[thread]);
    sink = limits;
  });
  measure("mutex of both, two words", million / 4, [](int, long) {
    std::lock_guard<std::mutex> guard(bothWant);
    ++shared[0];
    ++shared[9];
  });
  measure("read lock of both", million / 4, [](int, long) {
    std::shared_lock<std::shared_mutex> guard(readLock);
    sink = shared[3];
  });
  auto settle = [&mutexes](int thread) { std::lock_guard<std::mutex> guard(mutexes[thread]); };
  measure("16 words that both read in each span", million / 4, [&](int thread, long) {
    settle(thread);
    long sum = 0;
    for (const long& word : settings.words) sum += *const_cast<const volatile long*>(&word);
    sink = sum;
  });
  measure("16 fields that both read in each span", million / 4, [&](int thread, long) {
    settle(thread);
    long sum = 0;
    for (int i = 0; i < 8; ++i)
      sum += *const_cast<const volatile int*>(&settings.halves[2 * i]) + *const_cast<const volatile char*>(&settings.name[2 * i]);
    sink = sum;
  });
  measure("mutex of 64 threads", 2000, [](int, long) {
    std::lock_guard<std::mutex> guard(bothWant);
    ++shared[0];
  }, 64);
  measure("atomic add, relaxed, own", million, [](int t, long) { own[t].value.fetch_add(1, std::memory_order_relaxed); });
  measure("atomic add, relaxed, both", million, [](int, long) { counter.fetch_add(1, std::memory_order_relaxed); });
  measure("atomic add, acq_rel, own", million, [](int t, long) { own[t].value.fetch_add(1, std::memory_order_acq_rel); });
  measure("atomic add, acq_rel, both", million, [](int, long) { counter.fetch_add(1, std::memory_order_acq_rel); });
  measure("atomic load, acquire", million, [](int, long) { sink = counter.load(std::memory_order_acquire); });
  measure("atomic store, release, own", million, [](int t, long i) { own[t].value.store(i, std::memory_order_release); });
  measure("compare and exchange, own", million, [](int t, long) {
    long expected = own[t].value.load();
    own[t].value.compare_exchange_strong(expected, expected + 1);
  });
  auto pointer = std::make_shared<long>(3);
  measure("shared_ptr of both, copy", million / 2, [&](int, long) {
    auto copy = pointer;
    sink = *copy;
  });
  measure("thread, created and joined", 1000, [](int, long) { std::thread([] {}).join(); });
}

void measureMemory() {
  measure("malloc and free, 64 bytes", million, [](int, long) {
    void* volatile block = std::malloc(64);
    std::free(block);
  });
  measure("malloc, memset, free, 1000 bytes", million / 4, [](int, long i) {
    char* volatile block = static_cast<char*>(std::malloc(1000));
    std::memset(block, int(i), 1000);
    std::free(block);
  });
  measure("string, eight times appended", million / 8, [](int, long) {
    std::string text("abcdefgh");
    for (int i = 0; i < 8; ++i) text += "0123456789";
    sink = long(text.size());
  });
  std::map<long, long> maps[2];
  measure("map, insert or find", million / 4, [&](int thread, long i) { maps[thread][i * 7919 % 50021] = i; });
  std::unordered_map<std::string, long> tables[2];
  measure("unordered_map of strings", million / 8, [&](int t, long i) { tables[t]["key" + std::to_string(i % 20011)] += i; });
  struct Record {
    int a;
    short b;
    char c;
    bool d;
    long e;
  };
  std::vector<Record> records[2] = {std::vector<Record>(256), std::vector<Record>(256)};
  std::mutex mutexes[2];
  measure("fields of a record", million, [&](int thread, long i) {
    Record& record = records[thread][size_t(i) % 256];
    record.a += int(i);
    record.b ^= record.c;
    record.d = record.a & 1;
    record.e += record.b;
    if (i % 1024 == 0) std::lock_guard<std::mutex> guard(mutexes[thread]);
  });
}

__attribute__((noinline)) long fibonacci(long n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

} // namespace

int main() {
  measureSynchronisation();
  measureMemory();
  measure("calls: fibonacci(12)", million / 100, [](int, long i) { sink = fibonacci(12 + (i & 1)); });
}
