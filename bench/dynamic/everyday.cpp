// Small programs as people write them: recursion, containers of strings, trees and tables that many threads read,
// queues between threads. None of them has a race.
#include "measure.h"

#include <algorithm>
#include <atomic>
#include <complex>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <unordered_map>

namespace {

std::atomic<long> result{0}; // so that the work is not left out

// Fourier transform that divides into vectors of its own.
using Number = std::complex<double>;
void transform(std::vector<Number>& values) {
  size_t half = values.size() / 2;
  if (!half) return;
  std::vector<Number> even(half), odd(half);
  for (size_t i = 0; i < half; ++i) even[i] = values[2 * i], odd[i] = values[2 * i + 1];
  transform(even);
  transform(odd);
  for (size_t i = 0; i < half; ++i) {
    Number turned = std::polar(1.0, -3.141592653589793 * double(i) / double(half)) * odd[i];
    values[i] = even[i] + turned;
    values[i + half] = even[i] - turned;
  }
}

void mergeSort(int* values, int* spare, size_t count) {
  if (count < 2) return;
  size_t half = count / 2, left = 0, right = half;
  mergeSort(values, spare, half);
  mergeSort(values + half, spare + half, count - half);
  for (size_t i = 0; i < count; ++i)
    spare[i] = right == count || (left < half && values[left] <= values[right]) ? values[left++] : values[right++];
  std::memcpy(values, spare, count * sizeof *values);
}

void measureRecursion() {
  constexpr size_t length = 1 << 17;
  measure("Fourier transform in vectors", 2, [](int, long) {
    std::vector<Number> values(length, Number(1, 0));
    transform(values);
    result += long(values[0].real());
  });
  measure("merge sort", 4, [](int, long) {
    std::vector<int> values(length), spare(length);
    for (size_t i = 0; i < length; ++i) values[i] = int(i * 7919 % length);
    mergeSort(values.data(), spare.data(), length);
    result += values[7];
  });
}

struct Node {
  int key;
  std::unique_ptr<Node> left, right;
};
void insert(std::unique_ptr<Node>& tree, int key) {
  if (tree)
    insert(key < tree->key ? tree->left : tree->right, key);
  else
    tree.reset(new Node{key, nullptr, nullptr});
}
bool contains(const Node* tree, int key) {
  while (tree && tree->key != key) tree = (key < tree->key ? tree->left : tree->right).get();
  return tree;
}

// What is made once and then looked up by all threads.
void measureLookups() {
  std::minstd_rand random(1);
  std::unique_ptr<Node> tree;
  std::unordered_map<uint32_t, uint32_t> table;
  std::vector<int> numbers(100'000, 1);
  for (int i = 0; i < 30'000; ++i) insert(tree, int(random() % 100'000));
  for (uint32_t i = 0; i < 100'000; ++i) table[i * 2654435761u] = i;
  auto key = [](int thread, long i) { return uint32_t(i * 7919 + thread * 104'729) * 2654435761u; };
  for (int threads : {2, 8}) {
    std::string ofThreads = ", " + std::to_string(threads) + " threads";
    long count = 800'000 / threads;
    auto lookUp = [&](int thread, long i) {
      result.store(contains(tree.get(), int(key(thread, i) % 100'000)), std::memory_order_relaxed);
    };
    measure(("tree" + ofThreads).c_str(), count, lookUp, threads);
    auto probe = [&](int thread, long i) {
      result.store(long(table.count(uint32_t((i * 3 + thread) % 200'000) * 2654435761u)), std::memory_order_relaxed);
    };
    measure(("unordered_map" + ofThreads).c_str(), count, probe, threads);
    auto read = [&](int thread, long i) {
      result.store(numbers[key(thread, i) % numbers.size()], std::memory_order_relaxed);
    };
    measure(("vector, random" + ofThreads).c_str(), count, read, threads);
  }
}

// The values used last, under one lock.
class Cache {
public:
  size_t lengthOf(int key) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (auto known = places_.find(key); known != places_.end())
      values_.splice(values_.begin(), values_, known->second);
    else {
      values_.emplace_front(key, "the value of " + std::to_string(key));
      places_[key] = values_.begin();
    }
    if (values_.size() > 1000) {
      places_.erase(values_.back().first);
      values_.pop_back();
    }
    return values_.front().second.size();
  }

private:
  std::mutex mutex_;
  std::list<std::pair<int, std::string>> values_;
  std::unordered_map<int, std::list<std::pair<int, std::string>>::iterator> places_;
};

template <typename Item>
class Queue {
public:
  void push(Item item) {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      items_.push_back(std::move(item));
    }
    changed_.notify_one();
  }
  Item pop() {
    std::unique_lock<std::mutex> guard(mutex_);
    changed_.wait(guard, [&] { return !items_.empty(); });
    Item item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
};

void measureContainers() {
  measure("sort of strings", 2, [](int, long) {
    std::vector<std::string> words;
    std::minstd_rand random(1);
    for (int i = 0; i < 20'000; ++i) words.push_back("item number " + std::to_string(random() % 1'000'000));
    std::sort(words.begin(), words.end());
    result += long(words.front().size());
  });
  measure("count of words in a map", 100'000, [](int, long i) {
    thread_local std::map<std::string, int> counts;
    result.store(++counts["word" + std::to_string(i * 7919 % 5003)], std::memory_order_relaxed);
  });
  Cache cache;
  measure("cache under a lock", 100'000, [&](int thread, long i) {
    result.store(long(cache.lengthOf(int((i * 7919 + thread * 31) % 1500))), std::memory_order_relaxed);
  });
  Queue<std::unique_ptr<std::vector<int>>> queue;
  measure("jobs through a queue", 20'000, [&](int thread, long i) {
    if (thread == 0) {
      auto job = std::make_unique<std::vector<int>>();
      for (int k = 0; k < 100; ++k) job->push_back(int(i) + k);
      queue.push(std::move(job));
      return;
    }
    auto job = queue.pop();
    long sum = 0;
    for (int each : *job) sum += each;
    result.store(sum, std::memory_order_relaxed);
  });
}

} // namespace

int main() {
  measureRecursion();
  measureLookups();
  measureContainers();
}
