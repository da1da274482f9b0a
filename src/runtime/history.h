// What a thread did lately, for reports: which check stored an epoch in the shadow, where, and with what locks. A ring;
// what is older than its size is forgotten, and a report then says so. Written by its thread only; read when a race was
// found, maybe while it is being written: a reader checks that what it read was not overwritten meanwhile.
#pragma once

#include "runtime/abi.h"

namespace steward::runtime {

using StackId = uint32_t;

enum class EventKind : uint8_t { Read, Write, AtomicRead, AtomicWrite, Free, Lock, Unlock, LockShared, UnlockShared };

struct Event {
  uint64_t at : 48;
  uint64_t kind : 8;
  uint64_t isSparse : 8; // elements with a stride: the extent is all of it
  uint64_t bytes;        // extent
  uint64_t pc;           // of the access; `stack` is what called it
  uint32_t epoch;        // its slot and clock
  StackId stack;
  const Site* site; // null for locks and the C library
};

struct History {
  Event* ring;
  uint64_t next; // counts up; the place is next % size
  uint32_t size; // a power of two; 0 until the first event
};

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
// The stack of what called the function at `frame`, and where in it.
StackId callers(Thread& thread, const void* frame, uintptr_t* pc);

} // namespace steward::runtime
