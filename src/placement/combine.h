// From paths that need a check at one place to the checks that are written there (BigFoot, section 4).
#pragma once

#include "placement/contexts.h"
#include "placement/paths.h"

namespace steward::placement {

// A place in a block: before the item of this number.
struct Position {
  const BlockContext* context;
  size_t item;
};

// Paths of one pointer that overlap or adjoin are one check. What a write check covers needs no read check.
void addChecks(const FunctionPaths& function, Placement& placement, llvm::Instruction* before, Position position,
               const PathSet& paths);

} // namespace steward::placement
