// Threads as the runtime knows them.
//
// Time. A thread's clock says of its own slot how many spans are complete; the current one is the next. A release
// completes the span only when a check stored its epoch in the shadow since the last release (`epochUsed`): what nobody
// can find needs no number of its own, and a program that takes locks a million times a second keeps its epochs.
//
// Slots. A thread's slot comes back when the thread has ended, and is given to a new thread only when all of its time
// is known to have passed for the new one (its creator's clock covers it). A slot whose clock is used up is left, and
// its thread goes on in a new one: its own clock covers the old slot for good. Nothing is ever lost or wrapped.
#pragma once

#include "runtime/clock.h"
#include "runtime/history.h"
#include "runtime/stats.h"

namespace steward::runtime {

using StackId = uint32_t; // of stacks.h; 0: not known

enum class LockMode : uint8_t { Exclusive, Shared };

struct HeldLock {
  uintptr_t at;
  LockMode mode;
  uint32_t depth; // how often, for recursive locks
  StackId taken;  // where, the first time
};

inline constexpr unsigned maxHeldLocks = 64; // more are counted, not listed

struct Thread {
  uint32_t number; // 1 for the first, in the order in which they were seen; never reused
  uint32_t slot;
  bool epochUsed; // set by checks; see above
  bool isForeign; // started by code that we did not see
  bool hasEnded;
  uint32_t inRuntime; // depth; interceptors let the C library's own calls through
  VectorClock clock;
  VectorClock released; // at the last release fence: what relaxed stores publish
  VectorClock observed; // by relaxed loads: what an acquire fence brings
  bool hasReleasedFence;
  bool hasObserved;
  History history;
  Counts counts;
  HeldLock locks[maxHeldLocks];
  unsigned lockCount;
  uintptr_t stackLow, stackHigh;
  uint32_t creator; // its number; 0 for none
  StackId created;
  uint64_t pthread; // pthread_self()
  char name[32];
  Thread* next; // all threads, also ended ones, which reports may name
};

extern "C" __attribute__((visibility("hidden"), tls_model("initial-exec"))) __thread Thread* stewardCurrentThread;

// The calling thread; makes it known if it was not (a thread that uninstrumented code started).
Thread& currentThread();
inline Thread* currentThreadOrNull() { return stewardCurrentThread; }
Thread* findThread(uint32_t number);
// Who had this slot at this clock.
Thread* threadOf(Epoch epoch);

// Happens-before. `release` completes the span if it was used and then joins the thread's clock into the other;
// `releaseStore` replaces the other.
void acquire(Thread& thread, const VectorClock& from);
void release(Thread& thread, VectorClock& into);
void releaseStore(Thread& thread, VectorClock& into);

} // namespace steward::runtime
