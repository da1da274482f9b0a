// A lock was taken, or is about to be given back: the order that it makes, and the list of what the thread holds.
#pragma once

#include "runtime/sync.h"

namespace steward::runtime {

// `frame`: of the interceptor. Taken: after it is held. Given back: before it is not.
void takenExclusive(Thread& thread, const void* lock, const void* frame);
void takenShared(Thread& thread, const void* lock, const void* frame);
void givingBack(Thread& thread, const void* lock, const void* frame); // however it is held
// The thread ends. Who takes a robust mutex that it still holds is told of that, and is after it.
void endsHolding(Thread& thread);

} // namespace steward::runtime
