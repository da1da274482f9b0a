// Where checks go in one function: BigFoot's analysis (section 3) on SSA form.
//
//   lock(m);                         history • anticipated
//   x = p->a;                        {p.a◁} • {p.b◇}
//   p->b = x;                        {p.a◁ p.b◁} • {}
//   check(p.a read, p.b write)       before the release: nothing later covers them
//   unlock(m);
//
// The paper's contexts have four parts. Known facts and aliases: SSA values are never assigned again and the optimiser
// has already made equal values one, so a path is an SSA pointer, a distance and a length; the rules Assign and Rename
// are the kill of a path where its pointer gets a new value. Past accesses, anticipated accesses and past checks are
// sets of paths at each point, found in that order (section 5.1), reads and writes apart (a write covers a read).
//
// One thing differs. The paper defers a check to the next synchronisation or merge; in a register machine every
// deferred check keeps its pointer alive. So a check is placed as soon as nothing after it, on any way to the next
// kill, accesses the same pointer's memory: from there on, waiting cannot save or join anything.
#pragma once

#include "placement/effects.h"
#include "placement/emit.h"

#include "llvm/ADT/MapVector.h"

namespace llvm {
class LoopInfo;
} // namespace llvm

namespace steward::placement {

// Checks, by the instruction before which they go. Critical edges are split where one has to be.
using Placement = llvm::MapVector<llvm::Instruction*, llvm::SmallVector<Check, 2>>;
Placement placeChecks(llvm::Function& function, const ModuleEffects& effects);

// One check at each access, for comparison.
Placement checkEachAccess(llvm::Function& function);

} // namespace steward::placement
