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

unsigned stackFrames(StackId stack, const uintptr_t** frames); // how many, innermost first; 0 for unknown

} // namespace steward::runtime
