#include "runtime/gate.h"

#include "runtime/renumbering.h"
#include "runtime/signals.h"
#include "runtime/system.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <time.h>

namespace steward::runtime {

uint8_t gateNotice;

namespace {

void nap() { napExactly(100'000); }

// What each thread stored before this is seen by this one, and what each loads after it is what this one stored.
void fenceEverywhere() {
  if (systemCall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0 &&
      systemCall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0)
    return;
  // Not on this system. A store does not stay in its processor for so long.
  for (int i = 0; i < 100; ++i) nap();
}

bool isInside(const Thread& thread) {
  return __atomic_load_n(&thread.inRuntime, __ATOMIC_ACQUIRE) || __atomic_load_n(&thread.inCheck, __ATOMIC_ACQUIRE) ||
         __atomic_load_n(&thread.inTouch, __ATOMIC_ACQUIRE);
}

uint64_t seconds() {
  timespec now = {};
  systemCall(SYS_clock_gettime, CLOCK_MONOTONIC, long(&now));
  return uint64_t(now.tv_sec);
}

uint64_t notBefore;     // seconds
uint64_t patience = 10; // and how many more, the next time

} // namespace

void wantRenumbering() {
  if (__atomic_load_n(&gateNotice, __ATOMIC_RELAXED) != gateOpen || (notBefore && seconds() < notBefore)) return;
  uint8_t open = gateOpen;
  __atomic_compare_exchange_n(&gateNotice, &open, gateWanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

void putOffRenumbering() {
  notBefore = seconds() + patience;
  patience *= 2;
}

bool closeGate(Thread& thread) {
  uint8_t wanted = gateWanted;
  if (!__atomic_compare_exchange_n(&gateNotice, &wanted, gateClosed, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return false;
  fenceEverywhere();
  // Nobody is inside for long, but for one who waits to write a report.
  constexpr int longest = 10'000;
  int naps = 0;
  for (const Thread* other = allThreads(); other; other = __atomic_load_n(&other->next, __ATOMIC_ACQUIRE))
    while (other != &thread && !__atomic_load_n(&other->hasEnded, __ATOMIC_ACQUIRE) && isInside(*other)) {
      if (++naps > longest) {
        putOffRenumbering();
        openGate();
        return false;
      }
      nap();
    }
  return true;
}

void openGate() { __atomic_store_n(&gateNotice, gateOpen, __ATOMIC_RELEASE); }

// Out, until it is open again, and in.
static void waitOutside(Thread& thread) {
  uint32_t inRuntime = thread.inRuntime, inCheck = thread.inCheck;
  while (__atomic_load_n(&gateNotice, __ATOMIC_ACQUIRE) == gateClosed) {
    __atomic_store_n(&thread.inRuntime, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&thread.inCheck, 0, __ATOMIC_RELEASE);
    while (__atomic_load_n(&gateNotice, __ATOMIC_ACQUIRE) == gateClosed) nap();
    __atomic_store_n(&thread.inRuntime, inRuntime, __ATOMIC_SEQ_CST);
    __atomic_store_n(&thread.inCheck, inCheck, __ATOMIC_SEQ_CST);
  }
}

void goBackInside(Thread& thread, uint32_t depth) {
  __atomic_store_n(&thread.inRuntime, depth, __ATOMIC_SEQ_CST);
  if (depth && !thread.inCheck) waitOutside(thread);
}

// A handler that interrupted a check, or runs with a lock held, must not wait: whoever closes the gate waits for it.
// But one may have left a check by a jump, for good. What a check itself calls is no Entry; so if this is one, and
// there is no room on the stack for a signal between the two, it has.
void passGate(Thread& thread) {
  if (thread.inRuntime == 1 && uintptr_t(__builtin_frame_address(0)) + leastOfSignal > thread.checkFrame)
    thread.inCheck = thread.inTouch = 0;
  bool isOutermost = thread.inRuntime + thread.inCheck == 1 && !(stewardLocksHeld & ~signalMark);
  if (!isOutermost) return;
  if (__atomic_load_n(&gateNotice, __ATOMIC_ACQUIRE) == gateWanted) {
    ++thread.inRuntime; // signals wait
    renumberSlots(thread);
    if (--thread.inRuntime == 0 && thread.pendingSignals) deliverSignals(thread);
  }
  waitOutside(thread);
}

} // namespace steward::runtime
