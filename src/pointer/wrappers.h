// Functions that are told apart by their call sites under every policy: wrappers, generic code, library code.
#pragma once

#include "models/models.h"
#include "pointer/context.h"
#include "program/program.h"

#include <functional>

namespace steward {

using ModelOf = std::function<const CallModel*(FunctionId)>;

// Functions whose result is what they or other such functions allocated, or that fork with what they were given, or
// join a thread whose handle they were given, or take or give back a lock that they were given: a call site of theirs
// stands for the allocation, the fork, the join or the locking.
void findWrappers(const Program& program, const ModelOf& modelOf, SpecialFunctions& special);

// Whether a call through a pointer has the signature of an allocator: numbers, or a pointer and numbers, to a pointer.
bool isAllocatorCall(const Program& program, const Instruction& call);

// Small functions that take or return pointers to anything.
llvm::DenseSet<FunctionId> findGeneric(const Program& program);

// Of the functions found before, those that very many chains of calls lead to.
void findPopular(const Program& program, SpecialFunctions& special);

// Functions with a body that are not the program's own: inline functions and templates from the system's headers.
llvm::DenseSet<FunctionId> findLibrary(const Program& program);
bool isLibrary(const Program& program, const Function& function);

// Whether a type is a pointer to anything, and whether a function is declared to return one.
bool isToAnything(const Program& program, TypeId id);
bool returnsAnything(const Program& program, const Function& f);

} // namespace steward
