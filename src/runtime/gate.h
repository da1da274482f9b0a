// The gate: behind it is all that changes what threads know of each other's times, or takes them from one place to
// another: checks but for the shortest ways, and whatever an Entry is open for. It is closed while slots are numbered
// anew (renumbering.h), and whoever comes to it meanwhile waits; code of the program runs on.
//
// The shortest ways (first_touch.h) stay outside. They change what is this thread's own, whose slot keeps its numbers;
// or, if the thread's clock covers all there is, one cell, by a compare-and-swap or under its lock. Clocks get their
// new, smaller numbers before cells do: who finds an old cell does not take it to be covered, and goes the longer way.
//
// Who goes in says so by a store (Thread::inRuntime, inCheck, inTouch) and then looks at the notice. There is no fence
// between the two: who closes the gate makes all processors pass one.
#pragma once

#include "runtime/thread.h"

namespace steward::runtime {

enum GateNotice : uint8_t { gateOpen, gateWanted, gateClosed }; // wanted: the next who comes is to number anew
extern uint8_t gateNotice;

// The thread has said that it is inside, and there is a notice.
void passGate(Thread& thread);

// The same if there is one.
inline void lookAtGate(Thread& thread) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (__builtin_expect(__atomic_load_n(&gateNotice, __ATOMIC_RELAXED) != gateOpen, 0)) passGate(thread);
}

// Around a check, or what it does to other threads' words. A handler that interrupts one is inside already.
class Inside {
public:
  explicit Inside(Thread& thread) : thread_(thread) {
    if (thread.inCheck++) return;
    thread.checkFrame = uintptr_t(__builtin_frame_address(0));
    if (!thread.inRuntime) lookAtGate(thread);
  }
  ~Inside() {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    --thread_.inCheck;
  }
  Inside(const Inside&) = delete;

private:
  Thread& thread_;
};

// By the thread that found the gate wanted, which is inside: true when it has closed it and all others are outside.
bool closeGate(Thread& thread);
void openGate();
// How much of the stack a signal takes, at least.
inline constexpr uintptr_t leastOfSignal = 1024;
// The thread's handler has returned to the inside of an Entry (this deep; 0: to the program).
void goBackInside(Thread& thread, uint32_t depth);

// Slots are to be numbered anew; not soon after that was not possible.
void wantRenumbering();
void putOffRenumbering();

} // namespace steward::runtime
