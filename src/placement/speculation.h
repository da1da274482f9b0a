// Accesses that the optimiser would make and the source does not. The mark for sanitizers (plugin.cpp) keeps most of
// them away, but not these: the vectoriser reads whole vectors of a loop that may end within one, and what a loop
// changes in some of its steps is read before the first, to be kept in a register.
//
//   while (a[i] != wanted) i++;                    four elements at a time, also those behind the one that is found
//   for (i = 0; i < n; i++) if (a[i]) total++;     total, also when there is nothing to add
//
// Nobody uses what was read, so no harm is done. But a check of such a read would be a false alarm when another thread
// writes there.
#pragma once

#include "llvm/IR/PassManager.h"

namespace steward::placement {

// Before all passes. In `omp simd` loops clang says of all accesses that no step depends on another, also of those to
// the local copy that a reduction adds to: it expects them to be gone before the vectoriser believes it. Where they
// stay, as nothing may be moved out of the loop, sums would come out wrong. So it is not said of local variables.
void forgetIndependenceOfLocals(llvm::Function& function);

// Before the vectoriser: it leaves alone what may end within a vector. (Gaps between what a loop reads are read too,
// but then it can be seen that nobody uses them; see piecesOf().)
void keepUncheckedLoops(llvm::Function& function, llvm::FunctionAnalysisManager& manager);

// Before each round of loop passes: nothing is moved out of loops that change a variable in some of their steps only.
void keepConditionalStores(llvm::Function& function, llvm::FunctionAnalysisManager& manager);

} // namespace steward::placement
