// How a function of the C library is taken over. The definition has the library's name as its symbol and a name of its
// own in C++, so that the library's headers, with their attributes and macros, do not get in the way:
//
//   STEWARD_INTERCEPT(int, pthread_mutex_lock, (pthread_mutex_t * mutex)) {
//     int status = REAL(pthread_mutex_lock)(mutex);
//     if (Entry entry; entry && status == 0) …
//     return status;
//   }
//
// The symbols are weak: a program that brings a function of its own, such as an allocator, keeps it.
// An Entry is open while the runtime works, never while the program's code runs or the thread waits: signals that
// arrive inside it are for later. It is false when there is nothing to do: before the start, after the thread's end,
// and in calls that the C library makes on behalf of the runtime.
#pragma once

#include "runtime/gate.h"
#include "runtime/init.h"
#include "runtime/signals.h"
#include "runtime/thread.h"

namespace steward::runtime {

void* findReal(const char* name, const char* version);
[[noreturn]] void stopWithout(const char* name); // a function that no shared library has

template <typename Function>
struct Real {
  const char* name;
  const char* version; // null for any
  Function* function;

  Function* get() {
    Function* found = __atomic_load_n(&function, __ATOMIC_RELAXED);
    if (__builtin_expect(found == nullptr, 0)) {
      found = find();
      if (!found) stopWithout(name);
    }
    return found;
  }
  Function* find() { // null when no library has it
    auto* found = reinterpret_cast<Function*>(findReal(name, version));
    __atomic_store_n(&function, found, __ATOMIC_RELAXED);
    return found;
  }
};

#define STEWARD_INTERCEPT_VERSION(result, name, version, parameters)                                                   \
  STEWARD_EXPORT __attribute__((weak)) result stewards_##name parameters asm(#name);                                   \
  static Real<decltype(stewards_##name)> real_##name                                                                   \
      __attribute__((section("steward_reals"), used)) = {#name, version, nullptr};                                     \
  result stewards_##name parameters
#define STEWARD_INTERCEPT(result, name, parameters) STEWARD_INTERCEPT_VERSION(result, name, nullptr, parameters)
#define REAL(name) real_##name.get()

__attribute__((preserve_most)) void checkLateLoads(Thread& thread); // late_loads.h
Thread* enterSlowly();                                              // the thread is not known yet, or no more

class Entry {
public:
  // `ordersNothing`: no clock will change.
  explicit Entry(bool ordersNothing = false) {
    thread_ = nullptr;
    if (__builtin_expect(!isReady, 0)) return; // not even thread-local storage may be there
    thread_ = stewardCurrentThread;
    if (__builtin_expect(thread_ == nullptr, 0)) thread_ = enterSlowly();
    if (!thread_) return;
    if (thread_->inRuntime) {
      thread_ = nullptr;
      return;
    }
    thread_->inRuntime = 1;
    lookAtGate(*thread_);
    if (__builtin_expect(thread_->lateCount != 0, 0) && !ordersNothing) checkLateLoads(*thread_);
  }
  ~Entry() {
    if (!thread_) return;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    thread_->inRuntime = 0;
    if (__builtin_expect(thread_->pendingSignals != 0, 0)) deliverSignals(*thread_);
  }
  Entry(const Entry&) = delete;
  explicit operator bool() const { return thread_ != nullptr; }
  Thread& operator*() const { return *thread_; }
  Thread* operator->() const { return thread_; }

private:
  Thread* thread_;
};

} // namespace steward::runtime

#define STEWARD_FRAME __builtin_frame_address(0)
