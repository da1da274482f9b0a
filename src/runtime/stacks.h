// Call stacks, kept once each. Walked by frame pointers, which the placement pass keeps in instrumented code.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace steward::runtime {

struct Thread;
using StackId = uint32_t;
inline constexpr unsigned maxFrames = 64;

// From the frame at `frame` (its return address is the innermost) outwards. `pc`, when not 0, is put before it.
StackId captureStack(Thread& thread, const void* frame, uintptr_t pc);
// Of the caller of the function that calls this.
#define STEWARD_CAPTURE_HERE(thread) captureStack(thread, __builtin_frame_address(0), 0)

// The same where it is asked often (locks, allocations): a stack whose innermost four frames are those of a call before
// it is taken to be that one.
StackId captureStackAgain(Thread& thread, const void* frame);
// Return addresses only, as they are on the stack; how many.
unsigned walkStack(const Thread& thread, const void* frame, uintptr_t* returns, unsigned limit);

// How many frames, innermost first; 0 for unknown. They are addresses within the call instructions (the return address
// less one), but for a `pc` that was given, which is as it was.
unsigned stackFrames(StackId stack, const uintptr_t** frames);

void initializeStacks();
void lockStacks(); // around fork
void unlockStacks();

} // namespace steward::runtime
