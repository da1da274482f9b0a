// Functions as origins run them: what the order analysis tells apart.
#pragma once

#include "order/state.h"
#include "pointer/pointer_analysis.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

#include <vector>

namespace steward {

using FrameId = Id<struct FrameTag>;

// A function instance of an origin, entered in one state.
struct Frame {
  OriginId origin;
  InstanceId instance;
  StateId entry;
  FrameId caller; // one way to get here: the first found
  InstructionId call;
  StateId exit;                // when it returns; invalid when it does not
  StateId unwind;              // when it throws
  std::vector<StateId> blocks; // at the start of each block; invalid where not reached
  // What its calls led to when they were looked at last (order/steps.h).
  struct Called {
    StateId entered;
    FrameId target;
  };
  std::vector<Called> lastCalled;
  // Blocks with a call of it, to be looked at again when exit or unwind change.
  std::vector<std::pair<FrameId, BlockId>> dependents;
  llvm::DenseSet<std::pair<BlockId, FrameId>> called; // that it is a dependent of
  llvm::SmallSetVector<BlockId, 2> changed;           // blocks to be looked at again
  // Instead of a function: several that are called alike, in the same state; and whether one of them leaves locks that
  // mean something else for each caller.
  llvm::ArrayRef<InstanceId> group = {};
  bool isMixed = false;
};

// A call of one frame from another, in final states.
struct FrameCall {
  FrameId from;
  InstructionId call;
  FrameId to;
};

} // namespace steward
