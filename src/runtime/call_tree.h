// Call stacks as a tree: a stack is a call in another one, and is named by a number. So a stack costs its innermost
// call alone, however deep it is; recursive functions have a stack for each way through what they recurse over.
#pragma once

#include "runtime/memory.h"

namespace steward::runtime {

using StackId = uint32_t; // 0: none, or what is outside of a stack that is known in part

// The stack of a call at `pc` in a function whose own stack is `caller`. Found without a lock; adding takes one.
//
// So many are told apart. From then on, a call that is new and whose caller is in a call from the same place already
// (it recurses) is that earlier one: stacks of a program that keeps recursing over new data would fill its memory.
inline constexpr StackId stacksToldApart = 1 << 17;
// Then those that do not recurse, either: a call that is new has the stack of its caller.
inline constexpr StackId stackLimit = 1 << 22;
StackId stackOfCall(StackId caller, uintptr_t pc);

// Whether some of the innermost calls are from the same place.
bool hasRecursion(StackId stack);

// The innermost calls first; how many, at most `limit`.
unsigned callsOf(StackId stack, uintptr_t* calls, unsigned limit);

void initializeCalls();
void lockCalls(); // around fork
void unlockCalls();

} // namespace steward::runtime
