#include "runtime/locks.h"

#include "runtime/held.h"
#include "runtime/stacks.h"
#include "runtime/trace.h"

namespace steward::runtime {

namespace {

void hold(Thread& thread, const void* lock, LockMode mode, const void* frame) {
  auto at = uintptr_t(lock);
  for (unsigned i = 0; i < thread.lockCount && i < maxHeldLocks; ++i)
    if (thread.locks[i].at == at && thread.locks[i].mode == mode) {
      ++thread.locks[i].depth;
      return;
    }
  if (thread.lockCount < maxHeldLocks) thread.locks[thread.lockCount] = {at, mode, 1, captureStackAgain(thread, frame)};
  ++thread.lockCount;
  noteLock(thread, mode == LockMode::Exclusive ? EventKind::Lock : EventKind::LockShared, at, frame);
}

void unhold(Thread& thread, const void* lock, const void* frame) {
  auto at = uintptr_t(lock);
  unsigned listed = thread.lockCount < maxHeldLocks ? thread.lockCount : maxHeldLocks;
  for (unsigned i = listed; i--;) {
    HeldLock& held = thread.locks[i];
    if (held.at != at) continue;
    if (--held.depth) return;
    noteLock(thread, held.mode == LockMode::Exclusive ? EventKind::Unlock : EventKind::UnlockShared, at, frame);
    for (unsigned j = i + 1; j < listed; ++j) thread.locks[j - 1] = thread.locks[j];
    --thread.lockCount;
    return;
  }
  if (thread.lockCount > maxHeldLocks) --thread.lockCount; // one of those that are only counted
}

} // namespace

void takenExclusive(Thread& thread, const void* lock, const void* frame) {
  {
    SyncSection section(lock);
    Sync& sync = section.make();
    if (sync.owner == thread.number) {
      ++sync.depth;
    } else {
      sync.owner = thread.number;
      sync.depth = 1;
      traceSync(TraceKind::Acquire, thread, lock, 0);
      traceSync(TraceKind::Acquire, thread, lock, 1);
      if (sync.releasedBy != thread.number) { // else it is the thread's own
        acquire(thread, sync.clock);
        sync.wasAcquired = true;
      }
      if (!sync.other.isEmpty()) {
        acquire(thread, sync.other);
        sync.other.clear(); // part of what the writer will release
        sync.releasedBy = 0;
      }
    }
  }
  hold(thread, lock, LockMode::Exclusive, frame);
}

void takenShared(Thread& thread, const void* lock, const void* frame) {
  {
    SyncSection section(lock);
    traceSync(TraceKind::Acquire, thread, lock, 0);
    Sync* sync = section.find();
    if (sync && sync->releasedBy != thread.number) {
      acquire(thread, sync->clock);
      sync->wasAcquired = true;
    }
  }
  hold(thread, lock, LockMode::Shared, frame);
}

void givingBack(Thread& thread, const void* lock, const void* frame) {
  unhold(thread, lock, frame);
  SyncSection section(lock);
  Sync& sync = section.make();
  if (sync.owner != thread.number) {
    // Readers order later writers, not each other. Or the lock is another's: then nothing is given back, and what this
    // makes of it is what an unlock by the wrong thread deserves.
    traceSync(TraceKind::Release, thread, lock, 1);
    release(thread, sync.other);
    return;
  }
  if (--sync.depth) return;
  sync.owner = 0;
  traceSync(TraceKind::Release, thread, lock, 0);
  bool isNew = advanceSpan(thread);
  if (sync.releasedBy == thread.number && sync.releasedVersion == thread.clockVersion) return;
  holdBy(thread, sync, isNew);
  sync.clock.assign(thread.clock); // which has all that was in it
  sync.releasedBy = thread.number;
  sync.releasedVersion = thread.clockVersion;
}

void endsHolding(Thread& thread) {
  unsigned listed = thread.lockCount < maxHeldLocks ? thread.lockCount : maxHeldLocks;
  for (unsigned i = 0; i < listed; ++i) {
    auto* lock = reinterpret_cast<const void*>(thread.locks[i].at);
    SyncSection section(lock);
    Sync* sync = section.find();
    if (!sync || sync->owner != thread.number) continue;
    sync->owner = 0;
    sync->releasedBy = 0;
    traceSync(TraceKind::Release, thread, lock, 0);
    release(thread, section.make().clock);
  }
}

} // namespace steward::runtime
