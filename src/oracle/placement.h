// BigFoot's two properties of a trace (section 2, with reads and writes apart as in section 5), byte by byte.
//
// An access is covered by a check of the same thread that precedes it with no release in between, or succeeds it with
// no acquire in between; a write by a check of a write. A check is legitimate for an access that it precedes with no
// acquire in between, or succeeds with no release in between; a check of a write for a write only.
//
//   read x; acquire; check x        the read is not covered: another thread's write may be ordered in between
//   read x; release; check x        the read is covered; the check is not legitimate, unless x is accessed again
#pragma once

#include "oracle/log.h"

#include <functional>
#include <map>
#include <unordered_map>

namespace steward::oracle {

class PlacementRules {
public:
  using Wrong = std::function<void(const TraceEvent& event, uint64_t at)>;
  PlacementRules(Wrong uncovered, Wrong illegitimate)
      : uncovered_(std::move(uncovered)), illegitimate_(std::move(illegitimate)) {}

  void access(const TraceEvent& event);
  void check(const TraceEvent& event);
  void acquire(uint32_t thread);
  void release(uint32_t thread) { ++threads_[thread].releases; }
  // What the thread has done must be in order now: it ends.
  void finish(uint32_t thread) { settle(threads_[thread]); }
  // Memory that is someone else's from here on: nothing that comes later is about what was there before.
  void forget(uint64_t at, uint64_t bytes);

private:
  // What is needed of a byte since the last release: 0 for never, else one more than the number of releases before it.
  struct Byte {
    uint64_t readCheck = 0, writeCheck = 0; // a check of a write is one of a read too
    uint64_t access = 0, write = 0;
    // Accesses and checks that are not covered or legitimate yet: there may be one, until the next acquire.
    const TraceEvent *read = nullptr, *written = nullptr, *checkedRead = nullptr, *checkedWrite = nullptr;
    bool isPending() const { return read || written || checkedRead || checkedWrite; }
  };
  struct ThreadState {
    uint64_t releases = 1;
    std::unordered_map<uint64_t, Byte> bytes;
    std::map<uint64_t, Byte*> pending; // in order, so that what is said is
  };
  void settle(ThreadState& thread);
  void settle(uint64_t at, Byte& byte);
  static void note(ThreadState& thread, uint64_t at, Byte& byte);

  Wrong uncovered_, illegitimate_;
  std::map<uint32_t, ThreadState> threads_;
};

} // namespace steward::oracle
