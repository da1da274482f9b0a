// Phases of barriers: whether two threads can be where they are between the same two rounds.
//
//   a[id] = …; wait(&b); use(a[…]);      nobody uses before all have written
//
// All who take part in a barrier (order/barriers.h) pass their waits together, so that they step through the program in
// pairs: from what each has passed last to what each may pass next. Two places are apart when no such pair has both.
// Loops whose rounds are counted alike stay aligned by this alone, as long as every way round passes the same waits.
// Cost: pairs of waits, for each pair of origins that take part.
#pragma once

#include "order/order.h"

#include <map>
#include <set>

namespace steward {

class Phases {
public:
  explicit Phases(const OrderAnalysis& order) : order_(order) {}

  bool areApart(OriginId a, const std::vector<Phase>& inA, OriginId b, const std::vector<Phase>& inB) const;

private:
  using Pairs = std::set<std::pair<uint32_t, uint32_t>>;
  const Pairs& together(LockId barrier, OriginId a, OriginId b) const;

  const OrderAnalysis& order_;
  mutable std::map<std::tuple<LockId, OriginId, OriginId>, Pairs> together_;
};

} // namespace steward
