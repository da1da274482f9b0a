// Elements by a number that is drawn from a shared counter: no two threads draw the same.
//
//   while ((i = atomic_fetch_add(&next, 1)) < n) results[i] = work(i);
//   lock(&m); i = next++; unlock(&m); results[i] = work(i);
//
// The counter only ever goes up while anybody draws: whatever else writes it is over before, or comes later.
#pragma once

#include "race/concurrency.h"
#include "race/element_locks.h"
#include "race/symbolic.h"

#include "llvm/ADT/DenseMap.h"

namespace steward {

class Draws {
public:
  Draws(const PointerAnalysis& pointers, const Reach& reach, OrderAnalysis& order, Concurrency& concurrency,
        ElementLocks& arrays, Scopes& scopes)
      : pointers_(pointers), program_(pointers.program()), reach_(reach), order_(order), concurrency_(concurrency),
        arrays_(arrays), scopes_(scopes) {}

  // The same number for all accesses to the element, in one array, of a number that is drawn from one counter; 0 for
  // all others.
  uint32_t of(const SharedAccess& access);

private:
  // Where the counter is that the instruction draws from.
  std::optional<ExactAddress> counterOf(InstanceId instance, InstructionId draw);
  bool isCounting(InstanceId instance, InstructionId write, const ExactAddress& counter);
  bool onlyCounts(const ExactAddress& counter);

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  OrderAnalysis& order_;
  Concurrency& concurrency_;
  ElementLocks& arrays_;
  Scopes& scopes_;
  std::map<ExactAddress, bool> counters_; // whether they only count
  using Key = std::tuple<ExactAddress, ElementLocks::Start, int64_t>;
  std::map<Key, uint32_t> numbers_;
};

} // namespace steward
