// Linked modules into one Program.
#pragma once

#include "frontend/llvm/symbols.h"
#include "program/program.h"

namespace steward {

// Functions and globals get their ids in the order of the modules, so sort these for a result that does not depend on
// the order of the command line.
Program lowerModules(llvm::ArrayRef<std::unique_ptr<llvm::Module>> modules, const Symbols& symbols);

// The name of the function that stands for the start of the process: it calls the constructors of static objects, then
// main, then the destructors. It exists when there is a main.
inline constexpr llvm::StringLiteral startFunctionName = "_start";

} // namespace steward
