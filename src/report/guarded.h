// GUARDED_BY attributes as a patch.
#pragma once

#include "steward/race.h"

#include "llvm/Support/raw_ostream.h"

namespace steward {

// A unified diff of files below `root`, named relative to it. What cannot be patched is listed first, in comments.
void renderGuarded(const Report& report, const std::string& root, llvm::raw_ostream& out);

} // namespace steward
