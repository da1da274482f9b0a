#include "placement/ranges.h"

#include "placement/deferred.h"
#include "placement/range.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace steward::placement {

namespace {

constexpr unsigned maxDimensions = 3;
class RangePlacer {
public:
  RangePlacer(Function& function, FunctionAnalysisManager& manager, const ModuleEffects& effects, Emitter& emitter)
      : function_(function), effects_(effects), emitter_(emitter), loops_(manager.getResult<LoopAnalysis>(function)),
        evolution_(manager.getResult<ScalarEvolutionAnalysis>(function)),
        dominators_(manager.getResult<DominatorTreeAnalysis>(function)),
        target_(manager.getResult<TargetIRAnalysis>(function)), expander_(evolution_, "steward.range"),
        int64_(Type::getInt64Ty(function.getContext())) {}

  void run() {
    for (Loop* loop : loops_) place(*loop, visit(*loop));
  }

private:
  bool isSilent(const Loop& loop) const;
  SmallVector<Range, 8> visit(Loop& loop);
  std::optional<Range> rangeOf(Loop& loop, const Access& access, const SCEV* times) const;
  bool moveOut(Loop& loop, const SCEV* times, Range& range);
  void place(Loop& loop, SmallVector<Range, 8> ranges);
  void emit(Loop& loop, Range& range);
  const SCEV* times(Loop& loop, BasicBlock* block) const;

  Function& function_;
  const ModuleEffects& effects_;
  Emitter& emitter_;
  LoopInfo& loops_;
  ScalarEvolution& evolution_;
  DominatorTree& dominators_;
  TargetTransformInfo& target_;
  SCEVExpander expander_;
  Type* int64_;
};

// Nothing in the loop, or in what it calls, that a check must not be moved across.
bool RangePlacer::isSilent(const Loop& loop) const {
  return all_of(loop.blocks(), [&](BasicBlock* block) {
    return all_of(*block, [&](const Instruction& instruction) { return !effects_.of(instruction).any(); });
  });
}

// How often the block runs when the loop is entered once; null when that cannot be told before.
const SCEV* RangePlacer::times(Loop& loop, BasicBlock* block) const {
  BasicBlock *exiting = loop.getExitingBlock(), *latch = loop.getLoopLatch();
  if (!exiting || !latch || !dominators_.dominates(block, latch)) return nullptr;
  const SCEV* taken = evolution_.getBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(taken) || evolution_.getTypeSizeInBits(taken->getType()) > 64) return nullptr;
  if (dominators_.dominates(block, exiting)) return evolution_.getTripCountFromExitCount(taken, int64_, &loop);
  return evolution_.getNoopOrZeroExtend(taken, int64_);
}

std::optional<Range> RangePlacer::rangeOf(Loop& loop, const Access& access, const SCEV* times) const {
  const SCEV* pointer = evolution_.getSCEV(access.pointer);
  Range range{nullptr, access.bytes, access.isWrite, {}, {}, {access.instruction}};
  const SCEV* stride = evolution_.getZero(int64_);
  if (auto* recurrence = dyn_cast<SCEVAddRecExpr>(pointer); recurrence && recurrence->getLoop() == &loop) {
    if (!recurrence->isAffine()) return std::nullopt;
    stride = recurrence->getStepRecurrence(evolution_);
    pointer = recurrence->getStart();
  }
  if (!evolution_.isLoopInvariant(pointer, &loop) || !evolution_.isLoopInvariant(stride, &loop)) return std::nullopt;
  range.start = pointer;
  range.dimensions.push_back({stride, times});
  return range;
}

// From before an inner loop to before this one.
bool RangePlacer::moveOut(Loop& loop, const SCEV* times, Range& range) {
  if (range.dimensions.size() == maxDimensions) return false;
  for (const Dimension& dimension : range.dimensions)
    if (!evolution_.isLoopInvariant(dimension.stride, &loop) || !evolution_.isLoopInvariant(dimension.count, &loop))
      return false;
  const SCEV *start = range.start, *stride = evolution_.getZero(int64_);
  if (auto* recurrence = dyn_cast<SCEVAddRecExpr>(start); recurrence && recurrence->getLoop() == &loop) {
    if (!recurrence->isAffine()) return false;
    stride = recurrence->getStepRecurrence(evolution_);
    start = recurrence->getStart();
  }
  if (!evolution_.isLoopInvariant(start, &loop) || !evolution_.isLoopInvariant(stride, &loop)) return false;
  for (const Guard& guard : range.guards)
    if (bool changed; !loop.makeLoopInvariant(guard.condition, changed)) return false;
  range.start = start;
  range.dimensions.push_back({stride, times});
  return true;
}

SmallVector<Range, 8> RangePlacer::visit(Loop& loop) {
  SmallVector<std::pair<Loop*, SmallVector<Range, 8>>, 4> inner;
  for (Loop* each : loop) inner.push_back({each, visit(*each)});
  SmallVector<Range, 8> ranges;
  SmallVector<Range, 4> behind;
  bool isQuiet = loop.getLoopPreheader() && isSilent(loop), canMove = isQuiet && loop.getExitingBlock();
  auto ends = isQuiet ? endsOf(loop, loops_) : std::nullopt;
  const DataLayout& layout = function_.getDataLayout();
  if (canMove || ends)
    for (BasicBlock* block : loop.blocks()) {
      if (loops_.getLoopFor(block) != &loop) continue;
      const SCEV* count = canMove ? times(loop, block) : nullptr;
      if (!count && !ends) continue;
      for (Instruction& instruction : *block)
        if (auto access = plainAccess(instruction, layout); access && !access->isVtable) {
          if (count) {
            if (auto range = rangeOf(loop, *access, count)) ranges.push_back(std::move(*range));
          } else if (auto range = deferredRangeOf(*ends, *access, evolution_, dominators_))
            behind.push_back(std::move(*range));
        }
    }
  if (!behind.empty()) placeBehind(*ends, behind, evolution_, expander_, target_, emitter_);
  for (auto& [each, theirs] : inner) {
    SmallVector<Range, 8> staying;
    BasicBlock* before = each->getLoopPreheader();
    // The test before the inner loop, if it is all that decides whether the inner loop is entered.
    std::optional<Guard> guard;
    BasicBlock* block = before;
    if (canMove && before && !dominators_.dominates(before, loop.getLoopLatch()))
      if (BasicBlock* test = before->getSinglePredecessor())
        if (auto* branch = dyn_cast<BranchInst>(test->getTerminator()); branch && branch->isConditional()) {
          guard = Guard{branch->getCondition(), branch->getSuccessor(0) == before};
          block = test;
        }
    const SCEV* count = canMove && block ? times(loop, block) : nullptr;
    for (Range& range : theirs) {
      if (guard) range.guards.push_back(*guard);
      if (count && moveOut(loop, count, range)) {
        ranges.push_back(std::move(range));
        continue;
      }
      if (guard) range.guards.pop_back();
      staying.push_back(std::move(range));
    }
    place(*each, std::move(staying));
  }
  return ranges;
}

void RangePlacer::emit(Loop& loop, Range& range) {
  Instruction* before = loop.getLoopPreheader()->getTerminator();
  SmallVector<const SCEV*, 8> needed{range.start};
  for (const Dimension& dimension : range.dimensions)
    needed.push_back(dimension.stride), needed.push_back(dimension.count);
  for (const SCEV* each : needed)
    if (!expander_.isSafeToExpandAt(each, before)) return;
  for (const Guard& guard : range.guards)
    if (auto* condition = dyn_cast<Instruction>(guard.condition);
        condition && !dominators_.dominates(condition, before))
      return;
  if (expander_.isHighCostExpansion(needed, &loop, expansionBudget, &target_, before)) return;
  StridedCheck check{};
  check.start = expander_.expandCodeFor(range.start, PointerType::getUnqual(function_.getContext()), before);
  check.bytes = ConstantInt::get(int64_, range.bytes);
  check.isWrite = range.isWrite;
  check.accesses = range.accesses;
  for (const Dimension& dimension : range.dimensions)
    check.dimensions.push_back({expander_.expandCodeFor(dimension.stride, int64_, before),
                                expander_.expandCodeFor(dimension.count, int64_, before)});
  IRBuilder<> builder(before);
  for (const Guard& guard : range.guards) {
    Value *zero = ConstantInt::get(int64_, 0), *&count = check.dimensions.front().count;
    count = guard.isTrue ? builder.CreateSelect(guard.condition, count, zero)
                         : builder.CreateSelect(guard.condition, zero, count);
  }
  emitter_.emitStrided(before, check);
  markCovered(range);
}

void RangePlacer::place(Loop& loop, SmallVector<Range, 8> ranges) {
  joinRanges(ranges, evolution_);
  for (Range& range : ranges) emit(loop, range);
}

} // namespace

void placeRanges(Function& function, FunctionAnalysisManager& manager, const ModuleEffects& effects, Emitter& emitter) {
  auto& loops = manager.getResult<LoopAnalysis>(function);
  if (loops.empty()) return;
  auto& dominators = manager.getResult<DominatorTreeAnalysis>(function);
  auto& evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
  auto& assumptions = manager.getResult<AssumptionAnalysis>(function);
  for (Loop* loop : SmallVector<Loop*, 8>(loops.begin(), loops.end()))
    simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, /*PreserveLCSSA=*/false);
  RangePlacer placer(function, manager, effects, emitter);
  placer.run();
}

} // namespace steward::placement
