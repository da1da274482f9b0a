// Accesses that the optimiser would make and the source does not. The loop vectoriser knows no sanitizers: it reads whole
// vectors of a loop that may end within one, and the gaps between what a loop reads.
//
//   while (a[i] != wanted) i++;              four elements at a time, also those behind the one that is found
//   for (i = 0; i < n; i++) s += p[i].x;     p[i].y too
//
// Nobody uses what was read, so no harm is done. But a check of such a read would be a false alarm when another thread
// writes there. Where a range has been checked before the loop, it says what the source reads; other loops of these kinds
// are left as they are.
#pragma once

#include "llvm/IR/PassManager.h"

namespace steward::placement {

void keepUncheckedLoops(llvm::Function& function, llvm::FunctionAnalysisManager& manager);

} // namespace steward::placement
