// What a thread did lately, for reports: which check stored an epoch in the shadow, where, and with what locks. A ring; what is
// older than its size is forgotten, and a report then says so. Written by its thread only; read when a race was found,
// maybe while it is being written: a reader checks that what it read was not overwritten meanwhile.
#pragma once

#include "runtime/abi.h"

namespace steward::runtime {

using StackId = uint32_t;

enum class EventKind : uint8_t { Read, Write, AtomicRead, AtomicWrite, Free, Lock, Unlock, LockShared, UnlockShared };

struct Event {
  uint64_t at : 48;
  uint64_t kind : 8;
  uint64_t isSparse : 1; // elements with a stride: the extent is all of it
  uint64_t unused : 7;
  uint64_t bytes : 40; // extent
  uint64_t spare : 24;
  uint32_t epoch; // its slot and clock
  StackId stack;
  const Site* site; // null for locks and the C library
};

struct History {
  Event* ring;
  uint64_t next; // counts up; the place is next % size
  uint32_t size; // a power of two; 0 until the first event
  // The stack of the last event: kept while the frame and its callers are the same.
  uintptr_t lastFrame, lastReturns[3], lastPc;
  StackId lastStack;
};

} // namespace steward::runtime
