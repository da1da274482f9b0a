// Which values of a slot's clock anybody has: a thread, or an object that threads synchronise through. Two spans of a
// thread that no such value lies between are alike: whoever is ordered after one is, or will be, ordered after both.
// The shadow need not tell them apart (parts.h).
//
// A thread that goes through a lock which nobody else takes completes a span each time; but the lock has only the last
// of the values, and those before it are nobody's again.
#pragma once

#include "runtime/clock.h"

namespace steward::runtime {

struct Sync;
struct Thread;

// In the order in which a value goes through them; from one object it can fall back to nobody.
enum Held : uint8_t { heldByNobody, heldByOneSync, heldByAnybody };

bool reserveHeld();
// The thread is about to let others have the clock that it has now.
void holdByAnybody(const Thread& thread);
// The thread's clock is about to become the object's own; `isNew`: nobody can have its last value yet.
void holdBy(const Thread& thread, Sync& sync, bool isNew);
void holdAll(uint32_t slot, uint32_t last); // the values up to this one, and none beyond; of a slot that nobody is in

// Two epochs of one slot. Found out at any time and by any thread: what is nobody's once will always be.
bool areAlike(Epoch earlier, Epoch later);

} // namespace steward::runtime
