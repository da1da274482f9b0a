// Barriers whose every round takes all who ever wait there.
//
//   pthread_barrier_init(&b, 0, 4);   for (i = 0; i < 4; i++) pthread_create(&t[i], 0, worker, 0);
//
// When no more threads can ever wait for a barrier than it is made for, each round is made up of all of them: the
// third wait of one is the third wait of every other. What a thread did before its third wait is then before what any
// of them does after it. With fewer threads nobody gets past a wait, which orders too; with more, somebody does not
// wait with the others, and it is no barrier here.
//
// The count is a number, or the value that bounds the loop of forks, plus those of main's own.
#pragma once

#include "order/bounds.h"

#include <map>
#include <set>

namespace steward {

class Barriers {
public:
  Barriers(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins);

  bool empty() const { return barriers_.empty(); }
  // The barrier that a call waits for; nothing when that is none of which the above is known.
  std::optional<ExactAddress> waitedFor(InstanceId instance, const Instruction& call, const Effect& effect) const;
  bool takesPart(const ExactAddress& barrier, OriginId origin) const;

private:
  // A value of an instance, and how much is added to it; a plain number when there is no value.
  struct Count {
    InstanceId instance;
    ValueId value;
    int64_t number = 0;
    friend auto operator<=>(const Count&, const Count&) = default;
  };
  struct Barrier {
    std::optional<Count> count;
    bool isBroken = false;
    std::set<OriginId> origins; // that wait
  };
  std::optional<ExactAddress> addressOf(InstanceId instance, const Instruction& call, const Effect& effect) const;
  Count countOf(InstanceId instance, ValueId value) const;
  std::optional<Count> threadsOf(OriginId origin);
  bool isEnough(const Barrier& barrier);

  const PointerAnalysis& pointers_;
  const Reach& reach_;
  const Origins& origins_;
  Bounds bounds_;
  std::map<ExactAddress, Barrier> barriers_;
};

} // namespace steward
