#include "placement/deferred.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace steward::placement {

namespace {

constexpr unsigned maxEnds = 6; // each has all the checks

// It waits for another thread, or memory comes and goes with each round.
bool keepsChecks(const Instruction& instruction) {
  return instruction.isAtomic() || instruction.isVolatile() || isa<LifetimeIntrinsic>(instruction);
}

// Goes round with the loop: how many rounds are over, and one more.
struct Rounds {
  Value *over, *withThis;
};

Rounds countRounds(Loop& loop) {
  BasicBlock* head = loop.getHeader();
  Type* number = Type::getInt64Ty(head->getContext());
  PHINode* over = loop.getCanonicalInductionVariable();
  bool isNew = !over || over->getType() != number;
  IRBuilder<> builder(head, head->getFirstInsertionPt());
  builder.SetCurrentDebugLocation(DebugLoc());
  if (isNew) {
    over = PHINode::Create(number, 2, "steward.rounds");
    over->insertBefore(head->begin());
  }
  Value* withThis = builder.CreateAdd(over, ConstantInt::get(number, 1), "steward.rounds", /*HasNUW=*/true);
  if (isNew) {
    over->addIncoming(ConstantInt::get(number, 0), loop.getLoopPreheader());
    over->addIncoming(withThis, loop.getLoopLatch());
  }
  return {over, withThis};
}

// How often the range's accesses were made, for those who come this way out of the loop.
Value* countBehind(const LoopEnds& ends, const Range& range, const Rounds& rounds, BasicBlock* behind) {
  PHINode* count = PHINode::Create(rounds.over->getType(), pred_size(behind), "steward.count");
  count->insertBefore(behind->begin());
  for (BasicBlock* from : predecessors(behind)) {
    size_t end = size_t(find(ends.leaving, from) - ends.leaving.begin());
    count->addIncoming(range.isInLastRound[end] ? rounds.withThis : rounds.over, from);
  }
  return count;
}

bool isDense(const Range& range) {
  const APInt& stride = cast<SCEVConstant>(range.dimensions.front().stride)->getAPInt();
  return stride.abs().ule(range.bytes);
}

} // namespace

std::optional<LoopEnds> endsOf(Loop& loop, const LoopInfo& loops) {
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm()) return std::nullopt;
  LoopEnds ends{loop, {}, {}};
  loop.getExitingBlocks(ends.leaving);
  loop.getUniqueExitBlocks(ends.behind);
  if (ends.behind.empty() || ends.behind.size() > maxEnds) return std::nullopt;
  if (any_of(ends.behind,
             [](const BasicBlock* block) { return block->isEHPad() || block->getFirstInsertionPt() == block->end(); }))
    return std::nullopt;
  if (any_of(loop.blocks(), [](const BasicBlock* block) { return any_of(*block, keepsChecks); })) return std::nullopt;
  // Dominance says what a round has done only where a round passes each block once at most.
  LoopBlocksRPO order(&loop);
  order.perform(&loops);
  if (containsIrreducibleCFG<const BasicBlock*>(order, loops)) return std::nullopt;
  return ends;
}

std::optional<Range> deferredRangeOf(const LoopEnds& ends, const Access& access, ScalarEvolution& evolution,
                                     const DominatorTree& dominators) {
  const BasicBlock* block = access.instruction->getParent();
  if (!dominators.dominates(block, ends.loop.getLoopLatch())) return std::nullopt;
  auto* pointer = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(access.pointer));
  if (!pointer || pointer->getLoop() != &ends.loop || !pointer->isAffine()) return std::nullopt;
  auto* stride = dyn_cast<SCEVConstant>(pointer->getStepRecurrence(evolution));
  if (!stride || stride->isZero() || !evolution.isLoopInvariant(pointer->getStart(), &ends.loop)) return std::nullopt;
  Range range{pointer->getStart(), access.bytes, access.isWrite, {{stride, nullptr}}, {}, {access.instruction}, {}, {}};
  for (const BasicBlock* end : ends.leaving) {
    bool isBefore = dominators.dominates(block, end);
    if (!isBefore && !dominators.dominates(end, block)) return std::nullopt; // some ways to this end pass it
    range.isInLastRound.push_back(isBefore);
  }
  return range;
}

void placeBehind(const LoopEnds& ends, SmallVector<Range, 4> ranges, ScalarEvolution& evolution, SCEVExpander& expander,
                 const TargetTransformInfo& target, Emitter& emitter) {
  joinRanges(ranges, evolution);
  SmallVector<Instruction*, 4> places;
  for (BasicBlock* behind : ends.behind) places.push_back(&*behind->getFirstInsertionPt());
  std::optional<Rounds> rounds;
  for (const Range& range : ranges) {
    if (!isDense(range) || any_of(places, [&](Instruction* place) {
          return !expander.isSafeToExpandAt(range.start, place) ||
                 expander.isHighCostExpansion(range.start, &ends.loop, expansionBudget, &target, place);
        }))
      continue;
    if (!rounds) rounds = countRounds(ends.loop);
    for (auto [behind, place] : zip(ends.behind, places)) {
      Type* number = rounds->over->getType();
      const APInt& stride = cast<SCEVConstant>(range.dimensions.front().stride)->getAPInt();
      StridedCheck check{};
      check.start = expander.expandCodeFor(range.start, PointerType::getUnqual(number->getContext()), place);
      check.bytes = ConstantInt::get(number, range.bytes);
      check.dimensions.push_back({ConstantInt::get(number, stride), countBehind(ends, range, *rounds, behind)});
      check.isWrite = range.isWrite;
      check.isBehind = true;
      check.accesses = range.accesses;
      emitter.emitStrided(place, check);
    }
    markCovered(range);
  }
}

} // namespace steward::placement
