#include "placement/range.h"

#include "placement/accesses.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace steward::placement {

void joinRanges(SmallVectorImpl<Range>& ranges, ScalarEvolution& evolution) {
  auto distance = [&](const Range& from, const Range& to) -> std::optional<int64_t> {
    if (from.dimensions != to.dimensions || from.guards != to.guards || from.isInLastRound != to.isInLastRound)
      return std::nullopt;
    auto* difference = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(to.start, from.start));
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

void markCovered(const Range& range) {
  for (Instruction* access : range.accesses) markCovered(*access);
  for (Instruction* access : range.reads) markCovered(*access);
}

} // namespace steward::placement
