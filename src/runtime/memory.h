// Memory of the runtime's own: pages from the system, and arenas on top of them. Nothing here calls malloc.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace steward::runtime {

void* mapPages(size_t bytes); // zeroed; ends the program with a message when there is none
void unmapPages(void* at, size_t bytes);
void* allocate(size_t bytes);         // zeroed, 16-aligned, from size classes; thread-safe
void release(void* at, size_t bytes); // the size as it was allocated
uint64_t mappedBytes();               // for --stats

// A lock that costs one byte and spins, then yields. For short sections of the runtime only.
class SpinLock {
public:
  void lock() {
    while (__atomic_exchange_n(&taken_, 1, __ATOMIC_ACQUIRE)) wait();
  }
  bool tryLock() { return !__atomic_exchange_n(&taken_, 1, __ATOMIC_ACQUIRE); }
  void unlock() { __atomic_store_n(&taken_, 0, __ATOMIC_RELEASE); }

private:
  void wait();
  uint8_t taken_;
};

class SpinGuard {
public:
  explicit SpinGuard(SpinLock& lock) : lock_(lock) { lock_.lock(); }
  ~SpinGuard() { lock_.unlock(); }
  SpinGuard(const SpinGuard&) = delete;

private:
  SpinLock& lock_;
};

} // namespace steward::runtime
