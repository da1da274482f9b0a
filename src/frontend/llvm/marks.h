// What the source says about races, as it comes through clang: annotate("steward::norace") on a global or a function in
// llvm.global.annotations, on a local variable or a member as a call of an intrinsic with its address.
//
// The attributes of clang's thread-safety analysis do not reach the IR. In sources that are compiled here they are made
// annotations by macros of the same names (thread_safety_macros).
#pragma once

#include "frontend/llvm/module_lowering.h"

namespace steward {

// Flags for clang that turn guarded_by(m) and its like into annotations.
llvm::ArrayRef<llvm::StringRef> threadSafetyMacros();

// Marks of globals and functions.
void markSymbols(LinkedProgram& linked, const ModuleLowering& lowering);

// What an annotation with that text (and arguments) says; nothing when it is none of ours.
std::optional<Mark> readMark(ProgramBuilder& builder, const llvm::Value* text, const llvm::Value* arguments);

} // namespace steward
