// Happens-before, from the events of synchronisation alone: plain vector clocks, nothing spared.
//
// A thread's own entry counts its releases, so what it does between two of them has one time. Atomics follow C++20
// ([intro.races], [atomics.fences]): a store ends the release sequence at its place, a read-modify-write continues it;
// relaxed operations publish what the last release fence did, and what they saw counts after an acquire fence.
#pragma once

#include "oracle/log.h"

#include <map>

namespace steward::oracle {

using ThreadNumber = uint32_t;
using Clock = std::map<ThreadNumber, uint64_t>;

bool isAcquire(const TraceEvent& event); // of those that synchronise: whether something may be ordered before it
bool isRelease(const TraceEvent& event);

class Clocks {
public:
  // Atomic operations: what they acquire comes before their access, what they release after it.
  void acquire(const TraceEvent& event);
  void release(const TraceEvent& event);

  uint64_t now(ThreadNumber thread) { return of(thread).clock[thread]; }
  bool isBefore(ThreadNumber other, uint64_t time, ThreadNumber thread);

private:
  struct ThreadState {
    Clock clock, released, observed;
    bool isKnown = false;
  };
  struct Object {
    std::map<unsigned, Clock> parts;
  };
  ThreadState& of(ThreadNumber thread);
  void step(ThreadState& state, ThreadNumber thread) { ++state.clock[thread]; }

  std::map<ThreadNumber, ThreadState> threads_;
  std::map<uint64_t, Object> objects_;
};

} // namespace steward::oracle
