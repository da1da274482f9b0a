// What a thread did lately, for reports: which check stored an epoch in the shadow, where, and with what locks. A ring;
// what is older than its size is forgotten, and a report then says so. Written by its thread only; read when a race was
// found, maybe while it is being written: a reader checks that what it read was not overwritten meanwhile.
#pragma once

#include "runtime/abi.h"
#include "runtime/call_tree.h"

namespace steward::runtime {

enum class EventKind : uint8_t { Read, Write, AtomicRead, AtomicWrite, Free, Lock, Unlock, LockShared, UnlockShared };

// Half a line of the cache.
struct Event {
  uint64_t at : 48;
  uint64_t kind : 8;
  uint64_t isSparse : 8; // elements with a stride: the extent is all of it
  uint64_t pc : 48;      // of the access; `stack` is what called it
  uint64_t lowExtent : 16;
  uint64_t siteAt : 48; // 0 for locks and the C library
  uint64_t highExtent : 16;
  uint32_t epoch; // its slot and clock
  StackId stack;

  uint64_t extent() const { return highExtent << 16 | lowExtent; }
  const Site* site() const { return reinterpret_cast<const Site*>(uintptr_t(siteAt)); }
};
static_assert(sizeof(Event) == 32);

struct History {
  Event* ring;
  uint64_t next; // counts up; the place is next % size
  uint32_t size; // a power of two; 0 until the first event
};

// There is a ring. The event counts when it is complete: readers look at `next` first.
[[gnu::always_inline]] inline void addEvent(History& history, EventKind kind, uintptr_t at, size_t bytes, bool isSparse,
                                            uintptr_t pc, const Site* site, uint32_t epoch, StackId stack) {
  constexpr uint64_t longest = 0xffff'ffff;
  uint64_t extent = bytes < longest ? bytes : longest;
  uint64_t next = history.next;
  auto* words = reinterpret_cast<uint64_t*>(history.ring + (next & (history.size - 1)));
  words[0] = at | uint64_t(kind) << 48 | uint64_t(isSparse) << 56;
  words[1] = pc | extent << 48;
  words[2] = reinterpret_cast<uintptr_t>(site) | extent >> 16 << 48;
  words[3] = epoch | uint64_t(stack) << 32;
  __atomic_store_n(&history.next, next + 1, __ATOMIC_RELEASE);
}

struct Thread;
enum class AccessKind : uint8_t;

// The check at `frame` (the frame of the runtime's function that the program called) stored the thread's epoch.
void noteAccess(Thread& thread, AccessKind kind, uintptr_t at, size_t bytes, bool isSparse, const Site* site,
                const void* frame);
// The thread took or gave back a lock; `frame` as above.
void noteLock(Thread& thread, EventKind kind, uintptr_t lock, const void* frame);

// The event of a thread that made this access: its slot and clock, and an address it touched. False: forgotten.
bool findEvent(const Thread& thread, uint32_t epoch, uintptr_t at, size_t bytes, AccessKind kind, Event* found,
               uint64_t* index);
// The one before that at the index by which the thread accessed some of these bytes.
bool previousEvent(const Thread& thread, uintptr_t at, size_t bytes, Event* found, uint64_t* index);
// The stack of what called the function at `frame`, and where in it.
StackId callers(Thread& thread, const void* frame, uintptr_t* pc);

} // namespace steward::runtime
