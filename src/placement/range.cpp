#include "placement/range.h"

#include "placement/accesses.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace steward::placement {

namespace {

// How often the second goes through this dimension of the first when both go through the others alike; one that does
// not have the dimension is there once. Null: they do not.
const SCEV* countAlong(const Range& first, unsigned dimension, const Range& second, ScalarEvolution& evolution) {
  const SCEV* one = evolution.getOne(first.dimensions[dimension].count->getType());
  bool isThere = first.dimensions.size() == second.dimensions.size();
  if (!isThere && first.dimensions.size() != second.dimensions.size() + 1) return nullptr;
  for (unsigned i = 0, other = 0; i < first.dimensions.size(); ++i) {
    if (i == dimension && !isThere) continue;
    const Dimension &here = first.dimensions[i], &there = second.dimensions[other++];
    if (here.stride != there.stride || (i != dimension && here.count != there.count)) return nullptr;
  }
  return isThere ? second.dimensions[dimension].count : one;
}

// The steps of a dimension that go `from` of its steps further, and `count` times. Null when there may be a gap.
const SCEV* unite(const SCEV* steps, const SCEV* from, const SCEV* count, ScalarEvolution& evolution) {
  if (from == steps && count == steps) return evolution.getMulExpr(steps, evolution.getConstant(steps->getType(), 2));
  if (!isa<SCEVConstant>(from) || !evolution.isKnownPredicate(ICmpInst::ICMP_ULE, from, steps)) return nullptr;
  const SCEV* end = evolution.getAddExpr(from, count);
  auto* beyond = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(end, steps));
  if (!beyond) return nullptr;
  return beyond->getAPInt().isNegative() ? steps : end;
}

// How many steps of this stride lie between the two. Null: they are not in step, or it is not known.
const SCEV* stepsBetween(const SCEV* difference, const Dimension& dimension, ScalarEvolution& evolution) {
  if (difference == evolution.getMulExpr(dimension.stride, dimension.count)) return dimension.count;
  auto *apart = dyn_cast<SCEVConstant>(difference), *stride = dyn_cast<SCEVConstant>(dimension.stride);
  if (!apart || !stride || stride->isZero() || apart->getAPInt().getSignificantBits() > 62) return nullptr;
  int64_t bytes = apart->getAPInt().getSExtValue(), step = stride->getAPInt().getSExtValue();
  if (bytes % step != 0 || bytes / step < 0) return nullptr;
  return evolution.getConstant(dimension.count->getType(), uint64_t(bytes / step));
}

// Whether the first has the second in it then.
bool uniteAlongDimension(Range& first, const Range& second, ScalarEvolution& evolution) {
  if (first.bytes != second.bytes || first.guards != second.guards || !first.isInLastRound.empty() ||
      !second.isInLastRound.empty())
    return false;
  const SCEV* difference = evolution.getMinusSCEV(second.start, first.start);
  if (isa<SCEVCouldNotCompute>(difference)) return false;
  for (unsigned i = 0; i < first.dimensions.size(); ++i) {
    Dimension& dimension = first.dimensions[i];
    if (!dimension.count || !dimension.stride) continue;
    const SCEV* count = countAlong(first, i, second, evolution);
    if (!count) continue;
    const SCEV* from = stepsBetween(difference, dimension, evolution);
    const SCEV* united = from ? unite(dimension.count, from, count, evolution) : nullptr;
    if (!united) continue;
    dimension.count = united;
    return true;
  }
  return false;
}

// Each with each, as long as one comes to have another in it: `join` of the two says.
template <typename Join>
void joinPairs(SmallVectorImpl<Range>& ranges, Join join) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < ranges.size(); ++i)
      for (size_t j = 0; j < ranges.size(); ++j) {
        if (i == j || ranges[i].isWrite != ranges[j].isWrite || !join(ranges[i], ranges[j])) continue;
        append_range(ranges[i].accesses, ranges[j].accesses);
        append_range(ranges[i].reads, ranges[j].reads);
        ranges.erase(ranges.begin() + j);
        changed = true;
        if (j < i) --i;
        --j;
      }
  }
}

} // namespace

void joinRanges(SmallVectorImpl<Range>& ranges, ScalarEvolution& evolution) {
  auto distance = [&](const Range& from, const Range& to) -> std::optional<int64_t> {
    if (from.dimensions != to.dimensions || from.guards != to.guards || from.isInLastRound != to.isInLastRound)
      return std::nullopt;
    auto* difference = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(to.start, from.start));
    if (!difference) return std::nullopt;
    return difference->getAPInt().getSExtValue();
  };
  joinPairs(ranges, [&](Range& first, const Range& second) {
    auto apart = distance(first, second);
    if (!apart || *apart < 0 || *apart > int64_t(first.bytes)) return false;
    first.bytes = std::max<uint64_t>(first.bytes, *apart + second.bytes);
    return true;
  });
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
  constexpr size_t most = 48; // each is compared with each
  if (ranges.size() > most) return;
  joinPairs(ranges, [&](Range& first, const Range& second) { return uniteAlongDimension(first, second, evolution); });
}

void markCovered(const Range& range) {
  for (Instruction* access : range.accesses) markCovered(*access);
  for (Instruction* access : range.reads) markCovered(*access);
}

} // namespace steward::placement
