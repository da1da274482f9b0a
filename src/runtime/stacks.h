// The stacks of threads as they are, walked by frame pointers, which the placement pass keeps in instrumented code.
#pragma once

#include "runtime/call_tree.h"
#include "runtime/thread.h"

namespace steward::runtime {

inline constexpr unsigned maxFrames = 64;

// From this frame (its return address is the innermost) outwards, as far as the thread does not know the stack of a
// caller already. The calls are addresses within the call instructions (the return address less one).
StackId captureStack(Thread& thread, const void* innermost);

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
// have not, at the same places on the stack, is not likely unless functions recurse; what these call is compared with
// more (stacks.cpp).
[[gnu::noinline]] __attribute__((preserve_most)) StackId captureStackAnew(Thread& thread, const void* frame);
[[gnu::always_inline]] inline StackId captureStackAgain(Thread& thread, const void* frame) {
  const StackMemo& memo = stackMemoOf(thread, frame);
  return isStillStack(memo, frame) ? memo.stack : captureStackAnew(thread, frame);
}

} // namespace steward::runtime
