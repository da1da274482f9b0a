// What an atomic operation orders, by its memory order: through the object at its address, whose section is open.
#pragma once

#include "runtime/held.h"
#include "runtime/sync.h"

namespace steward::runtime {

inline bool acquires(int order) {
  return order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order == __ATOMIC_ACQ_REL ||
         order == __ATOMIC_SEQ_CST;
}
inline bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

inline void acquireIn(Thread& thread, Sync* sync, int order) {
  if (!sync || sync->clock.isEmpty() || sync->releasedBy == thread.number) return;
  sync->wasAcquired = true;
  if (acquires(order)) {
    acquire(thread, sync->clock);
  } else {
    thread.observed.join(sync->clock);
    thread.hasObserved = true;
  }
}

// The clock is the thread's, and is known to be; see Sync::releasedBy.
inline void becomeOf(Thread& thread, Sync& sync) {
  bool isNew = advanceSpan(thread);
  if (sync.releasedBy == thread.number && sync.releasedVersion == thread.clockVersion) return;
  holdBy(thread, sync, isNew);
  sync.clock.assign(thread.clock);
  sync.releasedBy = thread.number;
  sync.releasedVersion = thread.clockVersion;
}

inline void storeIn(Thread& thread, SyncSection& section, int order) {
  if (releases(order)) return becomeOf(thread, section.make());
  Sync* sync = thread.hasReleasedFence ? &section.make() : section.find();
  if (!sync) return;
  sync->releasedBy = 0;
  if (thread.hasReleasedFence)
    sync->clock.assign(thread.released);
  else
    sync->clock.clear();
}

inline void modifyIn(Thread& thread, SyncSection& section, int order) {
  if (releases(order)) {
    Sync& sync = section.make();
    if (acquires(order)) return becomeOf(thread, sync); // all that was in it, the thread has acquired
    if (sync.releasedBy == thread.number) return becomeOf(thread, sync);
    sync.releasedBy = 0;
    release(thread, sync.clock);
  } else if (thread.hasReleasedFence) {
    Sync& sync = section.make();
    sync.releasedBy = 0;
    sync.clock.join(thread.released);
  }
}

} // namespace steward::runtime
