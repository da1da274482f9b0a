// The oracle: replays the log of a run and says what is wrong with the checks that were made in it.
#pragma once

#include "oracle/log.h"

namespace steward::oracle {

struct RacyByte {
  uint64_t at;
  uint32_t threads[2];
};

struct Verdict {
  // Each a line: what is violated, by which thread, where in memory and in the source. At most `maxViolations`.
  std::vector<std::string> violations;
  size_t violationCount = 0;
  std::vector<RacyByte> racy; // by the plain detector, each byte and pair of threads once
  size_t accesses = 0, checks = 0, claims = 0;
};

inline constexpr size_t maxViolations = 50;

Verdict replay(const Log& log);

} // namespace steward::oracle
