// Memory of the runtime's own: pages from the system, and arenas on top of them. Nothing here calls malloc.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace steward::runtime {

void* mapPages(size_t bytes); // zeroed; ends the program with a message when there is none
void unmapPages(void* at, size_t bytes);
void emptyPages(void* at, size_t bytes); // the whole pages among these are zero again, and take no memory
void* allocate(size_t bytes);         // zeroed, 16-aligned, from size classes; thread-safe
void release(void* at, size_t bytes); // the size as it was allocated
uint64_t mappedBytes();               // for --stats

// Around fork: the arenas as they are between two calls.
void lockMemory();
void unlockMemory();

// How many locks of the runtime the thread holds. A signal that arrives meanwhile is for later (signals.h), and leaves
// the mark.
extern "C" __attribute__((visibility("hidden"), tls_model("initial-exec"))) __thread uint32_t stewardLocksHeld;
inline constexpr uint32_t signalMark = 1u << 31;

// A lock that costs one byte and spins, then yields. For short sections of the runtime only. What says "taken" is the
// number of the process in its line of forks: in a child, what threads of the parent had locked is free again.
class SpinLock {
public:
  void lock() {
    enter();
    while (__atomic_exchange_n(&taken_, process, __ATOMIC_ACQUIRE) == process) wait();
  }
  bool tryLock() {
    enter();
    if (__atomic_exchange_n(&taken_, process, __ATOMIC_ACQUIRE) != process) return true;
    leave();
    return false;
  }
  void unlock() {
    __atomic_store_n(&taken_, 0, __ATOMIC_RELEASE);
    leave();
  }

  static uint8_t process;        // never 0
  static void (*whenUnlocked)(); // when signals have arrived, after the last lock was given back

  // Signals wait in between.
  static void enter() {
    ++stewardLocksHeld;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  static void leave() {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (__builtin_expect(--stewardLocksHeld == signalMark, 0)) unlockedAtLast();
  }

private:
  void wait();
  static void unlockedAtLast();
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

// Around what is the thread's own and takes no lock, but is not for its signals' handlers to see half done.
class SignalGuard {
public:
  SignalGuard() { SpinLock::enter(); }
  ~SignalGuard() { SpinLock::leave(); }
  SignalGuard(const SignalGuard&) = delete;
};

} // namespace steward::runtime
