// Checks of loops as ranges with strides, moved out of the loop, and out of the loops around it (BigFoot's rule Loop,
// with scalar evolution in the place of predicate abstraction).
//
//   for (i = 0; i < n; i++)                       check(read a + 0, 8 bytes, stride 8m, n times, stride 8, m times)
//     for (j = 0; j < m; j++) sum += a[i][j];     loops as before, with no check in them
//
// A check before the loop covers what the loop accesses when nothing in the loop releases, and is legitimate when
// nothing in it acquires, and when every iteration makes the access: then the accesses are just those of the range.
#pragma once

#include "placement/effects.h"
#include "placement/emit.h"

#include "llvm/IR/PassManager.h"

namespace steward::placement {

void placeRanges(llvm::Function& function, llvm::FunctionAnalysisManager& manager, const ModuleEffects& effects,
                 Emitter& emitter);

} // namespace steward::placement
