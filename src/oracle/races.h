// The plain detector: every access of the log against every earlier one of its byte, by vector clocks; and what the
// detector under test has to say about the same bytes.
//
// A check may come before its access or after it, so what the detector claims and what the accesses are is compared
// when the memory is forgotten, or at the end.
#pragma once

#include "oracle/clocks.h"

#include <array>
#include <functional>
#include <set>

namespace steward::oracle {

// Two accesses to a byte with no order between them, one of them a write, one of them plain.
struct PlainRace {
  uint64_t at;
  ThreadNumber earlier, later;
  uint64_t earlierSite, laterSite;
};

class PlainDetector {
public:
  void access(Clocks& clocks, const TraceEvent& event, bool isWrite, bool isAtomic);
  void claim(const TraceEvent& conflict) { claims_.push_back({conflict, false}); }

  using Unfounded =
      std::function<void(const TraceEvent& conflict)>;       // claimed, and no access of these two threads races
  using Missed = std::function<void(const PlainRace& race)>; // not claimed for any byte of its word
  // The memory is new: what was known of it is compared and forgotten.
  void forget(uint64_t at, uint64_t bytes, const Unfounded& unfounded, const Missed& missed);

  const std::vector<PlainRace>& races() const { return races_; } // each byte and pair of threads once

private:
  enum Kind : uint8_t { Read, Write, AtomicRead, AtomicWrite, kinds };
  struct Last {
    ThreadNumber thread;
    std::array<uint64_t, kinds> time{}; // of its last access of the kind; 0 for none
    std::array<uint64_t, kinds> site{};
  };
  using Pair = std::pair<ThreadNumber, ThreadNumber>;
  struct Byte {
    std::vector<Last> threads;
    std::map<Pair, size_t> races; // indices into `races_`; the smaller number first
  };
  struct Claim {
    TraceEvent event;
    bool isFounded;
  };
  bool isFounded(const Claim& claim) const;

  std::map<uint64_t, Byte> bytes_;
  std::vector<PlainRace> races_;
  std::vector<Claim> claims_;
};

} // namespace steward::oracle
