// Relaxed atomic loads whose check is made later, many at a time. Where a program goes through a large array of
// atomics, each load would wait for its cell before the next one is begun, though nothing depends on it; put off, the
// cells are fetched while the program goes on.
//
// A check is good as long as the thread's clock is what it was: so they are made before whatever an Entry is open for,
// and at the thread's end. What of other threads is left when the process ends is checked then.
//
// Only in threads that meet many loads which are the first of their kind in a span: for a flag that is looked at again
// and again, looking at its cell is the shorter way.
#pragma once

#include "runtime/first_touch.h"

namespace steward::runtime {

// The loads of a thread that are put off are checked.
__attribute__((preserve_most)) void checkLateLoads(Thread& thread);
// Those of all other threads, which may still run.
void checkLateLoadsOfOthers(Thread& thread);

// A load was checked at once, for it was the first of its kind in this span, or its caller's stack was not known yet.
// After some of these, some are put off, to see what comes of it.
inline void noteNewLoad(Thread& thread, const uintptr_t* frame, StackId* stack) {
  constexpr uint32_t newBetween = 32;
  if (++thread.late.news % newBetween == 0 && thread.touchesLightly) thread.putsOff = true;
  if (thread.putsOff) callerAt(thread, frame, stack);
}

// `stack`: of the caller, which is known.
[[gnu::always_inline]] inline void putOff(Thread& thread, uintptr_t at, uint32_t bytes, const Site* site, StackId stack,
                                          const uintptr_t* frame) {
  LateLoads& late = thread.late;
  uint32_t count;
  {
    SignalGuard guard;
    __builtin_prefetch(cellAt(at), 1);
    count = thread.lateCount;
    late.all[count] = {at, site, frame[1] - 1, stack, bytes};
    thread.lateCount = ++count;
  }
  if (__builtin_expect(count == lateLoadCount, 0)) checkLateLoads(thread);
}

} // namespace steward::runtime
