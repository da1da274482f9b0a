#include "runtime/late_loads.h"

namespace steward::runtime {

namespace {

// Whether it was the first of its kind.
bool checkLate(Thread& thread, const LateLoad& load) {
  if (isSameAtomic(load.at, load.bytes, false)) return false;
  Caller caller{load.pc, load.stack};
  if (!touchAtomic(thread, AccessKind::AtomicRead, load.at, load.bytes, load.site, caller))
    checkAccessBy(thread, AccessKind::AtomicRead, load.at, load.bytes, load.site, caller);
  return true;
}

// To whoever reads a report.
void becomeLike(Thread& substitute, const Thread& thread) {
  substitute.inRuntime = 1;
  substitute.number = thread.number;
  substitute.slot = thread.slot;
  substitute.isForeign = thread.isForeign;
  substitute.stackLow = thread.stackLow, substitute.stackHigh = thread.stackHigh;
  substitute.creator = thread.creator, substitute.created = thread.created;
  substitute.entry = thread.entry, substitute.pthread = thread.pthread;
  substitute.recordedIn = thread.recordedIn;
  __builtin_memcpy(substitute.name, thread.name, sizeof thread.name);
  substitute.lockCount = thread.lockCount;
  __builtin_memcpy(substitute.locks, thread.locks, sizeof thread.locks);
}

} // namespace

__attribute__((preserve_most)) void checkLateLoads(Thread& thread) {
  LateLoads& late = thread.late;
  SpinGuard guard(late.lock);
  Inside inside(thread);
  uint32_t news = 0, count = thread.lateCount;
  // The cells are there by now, or on their way; what they name is not.
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t* at = cellAt(late.all[i].at);
    uint64_t cell = loadCell(at);
    __builtin_prefetch(&lockOf(at), 1);
    if (isAtomicCell(cell)) __builtin_prefetch(&setOf(Half(cell >> (late.all[i].at & 4) * 8)));
  }
  for (uint32_t i = 0; i < count; ++i) news += checkLate(thread, late.all[i]);
  thread.lateCount = 0;
  if (count == lateLoadCount && news < count / 8) thread.putsOff = false;
}

// The other goes on meanwhile: its checks work with what is its own. So another stands for it here, which knows and is
// what it is; its clock stays the same as long as we have its lock.
void checkLateLoadsOfOthers(Thread& thread) {
  Thread* substitute = nullptr;
  uint32_t epoch = __steward_epoch, shared = stewardShared;
  for (Thread* other = allThreads(); other; other = other->next) {
    LateLoads& late = other->late;
    if (other == &thread || !__atomic_load_n(&other->lateCount, __ATOMIC_RELAXED)) continue;
    SpinGuard guard(late.lock);
    uint32_t count = __atomic_load_n(&other->lateCount, __ATOMIC_ACQUIRE);
    if (!count) continue;
    if (!substitute) substitute = static_cast<Thread*>(allocate(sizeof(Thread)));
    substitute->clock.assign(other->clock);
    becomeLike(*substitute, *other);
    stewardCurrentThread = substitute;
    showEpoch(*substitute);
    for (uint32_t i = 0; i < count; ++i) checkLate(*substitute, late.all[i]);
    stewardCurrentThread = &thread;
  }
  __steward_epoch = epoch;
  stewardShared = shared;
}

} // namespace steward::runtime
