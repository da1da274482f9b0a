// What tells two threads of a team apart at two places: their numbers, or the rounds of a loop that is shared out.
//
//   for (k = 0; k < n; k++)
//     #pragma omp for
//     for (i = 0; i < n; i++) a[k][i] = …;
//
// A round of the inner loop is one thread's, so that two threads differ in i; and they agree on k, since all of the
// team meet at the barrier behind the inner loop before any of them goes on with the next k. Loops are aligned in this
// way when control cannot get from the one place by another round to the other without a barrier. A loop that is met
// again before a barrier (nowait) may have been shared out in another way, unless its schedule is static and its rounds
// are as many; then two such loops are shared out alike, too.
#pragma once

#include "race/symbolic.h"
#include "sharing/sharing.h"

namespace steward {

struct TeamRelation {
  AtomId first, second; // differ; two names for the numbers or rounds of the two threads, or one for both
};

class TeamRounds {
public:
  explicit TeamRounds(Scopes& scopes) : s_(scopes) {}

  struct Place {
    ScopeId scope;
    InstructionId at;
  };
  // Iterations that are the same for two threads of the team of an entry.
  std::vector<AtomId> common(ScopeId entry, const Place& a, const Place& b);
  // What differs. The evaluator says how far loops go.
  std::vector<TeamRelation> relations(ScopeId entry, const Place& a, const Place& b, Evaluator& evaluator);
  // Whether both places are only got to by one and the same number or round: `if (i == 5)`.
  bool areExcluded(ScopeId entry, const Place& a, const Place& b, const TeamRelation& differ, Evaluator& evaluator);

private:
  struct Sharing {
    ScopeId scope;
    const NaturalLoop* loop = nullptr;
    std::optional<int64_t> chunk; // of a static schedule; 0: one chunk for each thread
  };
  std::vector<Polynomial> zeros(ScopeId entry, const Place& place, Evaluator& evaluator);
  std::vector<ScopeId> chain(ScopeId entry, ScopeId scope) const;
  std::vector<Sharing> sharedLoops(ScopeId entry, const Place& place);
  std::optional<Sharing> sharing(ScopeId scope, const NaturalLoop& loop);
  bool isAligned(ScopeId scope, const NaturalLoop& loop, const Place& a, const Place& b);
  bool areAllAligned(ScopeId entry, const Sharing& shared, const Place& a, const Place& b);
  bool isBarrier(ScopeId scope, InstructionId at);
  // Whether control gets from an instruction, or from a block's start, to another without a barrier.
  bool isFree(ScopeId scope, BlockId from, InstructionId after, BlockId to, InstructionId before,
              const NaturalLoop* inside);
  bool leavesFreely(ScopeId outer, const Place& place);
  bool entersFreely(ScopeId outer, const Place& place);

  Scopes& s_;
};

} // namespace steward
