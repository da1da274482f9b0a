// Call stacks, kept once each. Walked by frame pointers, which the placement pass keeps in instrumented code.
#pragma once

#include "runtime/thread.h"

namespace steward::runtime {

inline constexpr unsigned maxFrames = 64;

// From the frame at `frame` (its return address is the innermost) outwards. `pc`, when not 0, is put before it.
StackId captureStack(Thread& thread, const void* frame, uintptr_t pc);
// Of the caller of the function that calls this.
#define STEWARD_CAPTURE_HERE(thread) captureStack(thread, __builtin_frame_address(0), 0)

// The frame of what called the function with this frame; null when there is none to be had.
inline const void* callerFrame(const Thread& thread, const uintptr_t* frame) {
  uintptr_t at = uintptr_t(frame), above = frame[0];
  if (at < thread.stackLow || above <= at || above & 7 || above + 16 > thread.stackHigh) return nullptr;
  return reinterpret_cast<const void*>(above);
}

// The frame can be read. By two callers: a function that two places call in turn, at the same place on the stack, calls
// others, too.
inline StackMemo& stackMemoOf(Thread& thread, const void* frame) {
  auto* at = static_cast<const uintptr_t*>(frame);
  auto* above = static_cast<const uintptr_t*>(callerFrame(thread, at));
  uintptr_t returns = at[1] ^ (above ? above[1] << 3 : 0);
  return thread.stackMemos[(uintptr_t(frame) >> 4 ^ returns ^ returns >> 8) % stackMemoCount];
}
// Its frames can be read: they lie between one that is there and the end of the stack.
[[gnu::always_inline]] inline bool isStillStack(const StackMemo& memo, const void* frame) {
  if (memo.frames[0] != frame || !memo.stack) return false;
  uintptr_t differences = 0;
  for (unsigned i = 0; i < comparedFrames; ++i)
    differences |= (memo.frames[i][0] ^ memo.links[i][0]) | (memo.frames[i][1] ^ memo.links[i][1]);
  return !differences;
}
// The same where it is asked often (checks, locks, allocations). Most come from functions that others came from just
// now, called from where they were called then: some callers are compared. That one above them has changed and these
// have not, at the same places on the stack, is not likely.
StackId captureStackAnew(Thread& thread, const void* frame, StackMemo& memo);
inline StackId captureStackAgain(Thread& thread, const void* frame) {
  StackMemo& memo = stackMemoOf(thread, frame);
  return isStillStack(memo, frame) ? memo.stack : captureStackAnew(thread, frame, memo);
}
// Return addresses only, as they are on the stack; how many.
unsigned walkStack(const Thread& thread, const void* frame, uintptr_t* returns, unsigned limit);

// How many frames, innermost first; 0 for unknown. They are addresses within the call instructions (the return address
// less one), but for a `pc` that was given, which is as it was.
unsigned stackFrames(StackId stack, const uintptr_t** frames);

void initializeStacks();
void lockStacks(); // around fork
void unlockStacks();

} // namespace steward::runtime
