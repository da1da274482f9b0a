#include "runtime/stacks.h"

namespace steward::runtime {

// Code without frame pointers leaves anything at all in the register. Between a frame that is there and the end of the
// stack all is mapped, so what is further out and within the bounds can be read.
static bool isNextFrame(const Thread& thread, uintptr_t at, uintptr_t next) {
  return next > at && next % sizeof(uintptr_t) == 0 && next >= thread.stackLow && next + 16 <= thread.stackHigh &&
         at >= thread.stackLow;
}

static bool isReturnAddress(uintptr_t at) { return at >= 4096 && !(at >> 47); }

static KnownFrame& knownFrame(Thread& thread, const uintptr_t* frame) {
  return thread.knownFrames[uintptr_t(frame) >> 4 & (knownFrameCount - 1)];
}

static bool isLike(const KnownFrame& known, const uintptr_t* frame) {
  return known.frame == frame && known.link == frame[0] && known.returns == frame[1];
}

// The stack of the function with this frame, if it is known from earlier: nothing there has changed since, nor in the
// frames of some callers. (That one further out has changed, and these are the same at the same places, is not likely.)
static StackId knownStack(Thread& thread, const uintptr_t* frame) {
  constexpr unsigned compared = 16;
  const KnownFrame* known = &knownFrame(thread, frame);
  if (!isLike(*known, frame)) return 0;
  StackId stack = known->stack;
  for (unsigned i = 0; i < compared && isNextFrame(thread, uintptr_t(frame), known->link); ++i) {
    frame = reinterpret_cast<const uintptr_t*>(known->link);
    if (!isReturnAddress(frame[1])) break;
    StackId caller = known->caller;
    known = &knownFrame(thread, frame);
    if (!caller || !isLike(*known, frame) || known->stack != caller) return 0;
  }
  return stack;
}

StackId captureStack(Thread& thread, const void* innermost) {
  const uintptr_t* frames[maxFrames];
  unsigned count = 0;
  auto* frame = static_cast<const uintptr_t*>(innermost);
  StackId stack = 0;
  while (count < maxFrames && isReturnAddress(frame[1])) {
    stack = knownStack(thread, frame);
    if (stack) break;
    frames[count++] = frame;
    if (!isNextFrame(thread, uintptr_t(frame), frame[0])) break;
    frame = reinterpret_cast<const uintptr_t*>(frame[0]);
  }
  while (count) {
    frame = frames[--count];
    StackId caller = stack;
    stack = stackOfCall(caller, frame[1] - 1);
    knownFrame(thread, frame) = {frame, frame[0], frame[1], stack, caller};
  }
  return stack;
}

// Frames that the walk does not reach are compared with this one, and so always alike.
static const uintptr_t noFrame[2] = {};

// Not kept for the next time when functions recurse: a call that is reached in many ways, always at the same place on
// the stack, needs more compared.
__attribute__((preserve_most)) StackId captureStackAnew(Thread& thread, const void* frame) {
  SignalGuard guard;
  StackMemo& memo = stackMemoOf(thread, frame);
  memo.stack = 0;
  StackId stack = captureStack(thread, frame);
  if (hasRecursion(stack)) return stack;
  auto* at = static_cast<const uintptr_t*>(frame);
  for (unsigned i = 0; i < comparedFrames; ++i) {
    memo.frames[i] = at;
    memo.links[i][0] = at[0];
    memo.links[i][1] = at[1];
    at = at != noFrame && isNextFrame(thread, uintptr_t(at), at[0]) ? reinterpret_cast<const uintptr_t*>(at[0])
                                                                    : noFrame;
  }
  return memo.stack = stack;
}

} // namespace steward::runtime
