// A check of what a loop accesses, before it is written into the code.
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace llvm {
class Instruction;
class SCEV;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace steward::placement {

struct Dimension {
  const llvm::SCEV *stride, *count; // no count: it is known behind the loop only
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

// A condition that must hold for the range to be accessed at all: the test before an inner loop.
struct Guard {
  llvm::Value* condition;
  bool isTrue;
  friend bool operator==(const Guard&, const Guard&) = default;
};

struct Range {
  const llvm::SCEV* start;
  uint64_t bytes;
  bool isWrite;
  llvm::SmallVector<Dimension, 3> dimensions;
  llvm::SmallVector<Guard, 2> guards;
  llvm::SmallVector<llvm::Instruction*, 4> accesses;
  llvm::SmallVector<llvm::Instruction*, 4> reads = {}; // of a range of writes: reads of the same bytes, which it covers
  // Behind a loop: for each place where the loop may end, whether the access was made in the round that ended there.
  llvm::SmallVector<bool, 4> isInLastRound = {};
};

// Section 4, for ranges: accesses that differ by a constant distance and go through the same steps are one range of
// larger elements where they overlap or adjoin. A read whose bytes are written in the same steps needs no check of its
// own. Ranges that go through all dimensions but one alike, and through that one where the other ends or before, are
// one range too: the rows above and below in a stencil, the two halves of each group in a fast Fourier transform.
void joinRanges(llvm::SmallVectorImpl<Range>& ranges, llvm::ScalarEvolution& evolution);

// What the range stands for needs no check of its own any more.
void markCovered(const Range& range);

} // namespace steward::placement
