// Linked modules into one Program.
#pragma once

#include "frontend/llvm/member_pointers.h"
#include "frontend/llvm/symbols.h"
#include "program/program.h"

namespace steward {

// Functions and globals get their ids in the order of the modules, so sort these for a result that does not depend on
// the order of the command line.
Program lowerModules(llvm::ArrayRef<std::unique_ptr<llvm::Module>> modules, const Symbols& symbols,
                     const MemberPointers& memberPointers);

} // namespace steward
