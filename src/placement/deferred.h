// Checks behind loops of which nobody knows beforehand where they end (BigFoot's rule Loop, figure 6b).
//
//   while (p < end && *p == *q) p++, q++;        check(read p₀, as many bytes as there were rounds, one more if the
//   loop
//                                                was left at the second test), and the same of q, behind the loop
//
// The range is what the loop has accessed, no more and no less: an access that is made in each round was made as often
// as the loop went round, and once more if it comes before the place where the loop was left. Such a loop ends: its
// addresses go on by a constant step, and there is an end to memory. What stays where it is (while (!flag);) is checked
// as it happens. So is what is not dense: a range of separate elements costs as much as its elements do.
#pragma once

#include "placement/accesses.h"
#include "placement/emit.h"
#include "placement/range.h"

namespace llvm {
class BasicBlock;
class DominatorTree;
class Loop;
class LoopInfo;
class ScalarEvolution;
class SCEVExpander;
class TargetTransformInfo;
} // namespace llvm

namespace steward::placement {

// Instructions for the start and the length of a range; more would cost short loops too much.
inline constexpr unsigned expansionBudget = 24;

// Where a loop can be left.
struct LoopEnds {
  llvm::Loop& loop;
  llvm::SmallVector<llvm::BasicBlock*, 4> leaving; // blocks of the loop
  llvm::SmallVector<llvm::BasicBlock*, 4> behind;  // blocks behind it, reached from these only
};

// Nothing when a check must not wait for the end of this loop, in which nothing synchronises.
std::optional<LoopEnds> endsOf(llvm::Loop& loop, const llvm::LoopInfo& loops);

// Nothing when it cannot be told from where the loop is left how often the access was made.
std::optional<Range> deferredRangeOf(const LoopEnds& ends, const Access& access, llvm::ScalarEvolution& evolution,
                                     const llvm::DominatorTree& dominators);

void placeBehind(const LoopEnds& ends, llvm::SmallVector<Range, 4> ranges, llvm::ScalarEvolution& evolution,
                 llvm::SCEVExpander& expander, const llvm::TargetTransformInfo& target, Emitter& emitter);

} // namespace steward::placement
