// What heap allocations look like from inside one function: the type they are used at, and which functions merely wrap
// an allocation, a fork or a join.
#pragma once

#include "models/models.h"
#include "program/library.h"
#include "program/program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <functional>

namespace steward {

// For each local of a function, the struct (or other type) that it is used as a pointer to: from the variable it is,
// the members taken of it, the elements it is indexed by. Invalid where nothing tells.
std::vector<TypeId> pointeeHints(const Program& program, const Function& function);

using ModelOf = std::function<const CallModel*(FunctionId)>;

// Functions whose result is what they allocated, or that fork with what they were given, or join a thread whose handle
// they were given: a call site of theirs stands for the allocation, the fork or the join.
llvm::DenseSet<FunctionId> findWrappers(const Program& program, const ModelOf& modelOf);

// Functions with a body that are not the program's own: inline functions and templates from the system's headers.
llvm::DenseSet<FunctionId> findLibrary(const Program& program);
bool isLibrary(const Program& program, const Function& function);

} // namespace steward
