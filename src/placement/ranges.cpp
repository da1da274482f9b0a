#include "placement/ranges.h"

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
constexpr unsigned expansionBudget = 24; // instructions before the loop; more would cost short loops too much

struct Dimension {
  const SCEV *stride, *count;
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

// A condition that must hold for the range to be accessed at all: the test before an inner loop.
struct Guard {
  Value* condition;
  bool isTrue;
  friend bool operator==(const Guard&, const Guard&) = default;
};

// A check that may still be moved further out.
struct Range {
  const SCEV* start;
  uint64_t bytes;
  bool isWrite;
  SmallVector<Dimension, 3> dimensions;
  SmallVector<Guard, 2> guards;
  SmallVector<Instruction*, 4> accesses;
  SmallVector<Instruction*, 4> reads = {}; // of a range of writes: reads of the same bytes, which it covers
};

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
  void join(SmallVectorImpl<Range>& ranges) const;
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
  bool canMove = loop.getLoopPreheader() && loop.getExitingBlock() && isSilent(loop);
  const DataLayout& layout = function_.getDataLayout();
  if (canMove)
    for (BasicBlock* block : loop.blocks()) {
      if (loops_.getLoopFor(block) != &loop) continue;
      const SCEV* count = times(loop, block);
      if (!count) continue;
      for (Instruction& instruction : *block)
        if (auto access = plainAccess(instruction, layout); access && !access->isVtable)
          if (auto range = rangeOf(loop, *access, count)) ranges.push_back(std::move(*range));
    }
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

// Section 4, for ranges: accesses that differ by a constant distance and go through the same steps are one range of
// larger elements where they overlap or adjoin. A read whose bytes are written in the same steps needs no check of its
// own.
void RangePlacer::join(SmallVectorImpl<Range>& ranges) const {
  auto distance = [&](const Range& from, const Range& to) -> std::optional<int64_t> {
    if (from.dimensions != to.dimensions || from.guards != to.guards) return std::nullopt;
    auto* difference = dyn_cast<SCEVConstant>(evolution_.getMinusSCEV(to.start, from.start));
    if (!difference) return std::nullopt;
    return difference->getAPInt().getSExtValue();
  };
  for (bool isWrite : {true, false})
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = 0; i < ranges.size(); ++i)
        for (size_t j = 0; j < ranges.size(); ++j) {
          if (i == j || ranges[i].isWrite != isWrite || ranges[j].isWrite != isWrite) continue;
          auto apart = distance(ranges[i], ranges[j]);
          if (!apart || *apart < 0 || *apart > int64_t(ranges[i].bytes)) continue;
          ranges[i].bytes = std::max<uint64_t>(ranges[i].bytes, *apart + ranges[j].bytes);
          append_range(ranges[i].accesses, ranges[j].accesses);
          append_range(ranges[i].reads, ranges[j].reads);
          ranges.erase(ranges.begin() + j);
          changed = true;
          if (j < i) --i;
          --j;
        }
    }
  for (size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].isWrite) continue;
    for (Range& write : ranges) {
      if (!write.isWrite) continue;
      auto apart = distance(write, ranges[i]);
      if (!apart || *apart < 0 || *apart + ranges[i].bytes > write.bytes) continue;
      append_range(write.reads, ranges[i].accesses);
      ranges.erase(ranges.begin() + i--);
      break;
    }
  }
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
  for (Instruction* access : range.accesses) markCovered(*access);
  for (Instruction* access : range.reads) markCovered(*access);
}

void RangePlacer::place(Loop& loop, SmallVector<Range, 8> ranges) {
  join(ranges);
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
