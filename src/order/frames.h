// Functions as origins run them: what the order analysis tells apart.
#pragma once

#include "order/state.h"
#include "pointer/pointer_analysis.h"

#include "llvm/ADT/BitVector.h"

#include <set>
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
  StateId exit;                 // when it returns; invalid when it does not
  StateId unwind;               // when it throws
  std::vector<StateId> blocks;  // at the start of each block; invalid where not reached
  std::set<FrameId> dependents; // to be looked at again when exit, unwind or released change
  llvm::BitVector released;     // objects with a lock that it or what it calls may release
};

// A call of one frame from another, in final states.
struct FrameCall {
  FrameId from;
  InstructionId call;
  FrameId to;
};

} // namespace steward
