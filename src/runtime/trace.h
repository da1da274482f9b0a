// The trace of a run, for the oracle: accesses, checks and synchronisation, in one order for all threads. A debug mode:
// each event takes a lock. Synchronisation is told as the program does it, before the runtime spares itself what it
// knows to change nothing, so that the replayer can rebuild what happens before what by itself.
//
// An event of an object is logged while the object's lock is held, so events of one object stand in the order in which
// they happened. Without the option `trace` each of these is a test of one variable.
#pragma once

#include "runtime/thread.h"
#include "runtime/trace_format.h"

namespace steward::runtime {

extern bool isTracing;

void startTrace(); // opens the file, if there is to be one
void stopTrace();  // in the child of a fork, which is not followed
void finishTrace();

void traceEvent(TraceKind kind, uint32_t thread, uint64_t at, uint64_t bytes, unsigned flag, unsigned part,
                const Site* site);
void traceConflict(const Thread& thread, uintptr_t at, size_t bytes, Epoch earlier);

inline void trace(TraceKind kind, const Thread& thread, const void* at, uint64_t bytes = 0, unsigned flag = 0,
                  const Site* site = nullptr) {
  if (__builtin_expect(isTracing, 0)) traceEvent(kind, thread.number, uintptr_t(at), bytes, flag, 0, site);
}
// An access, and its check in the same place.
inline void traceChecked(const Thread& thread, const void* at, uint64_t bytes, bool isWrite, const Site* site) {
  trace(TraceKind::Access, thread, at, bytes, isWrite, site);
  trace(TraceKind::Check, thread, at, bytes, isWrite, site);
}
inline void traceThread(TraceKind kind, const Thread& thread, const Thread* other = nullptr) {
  if (__builtin_expect(isTracing, 0)) traceEvent(kind, thread.number, other ? other->number : 0, 0, 0, 0, nullptr);
}
// `part`: which of the object's clocks. Locks: 0 by writers, 1 by readers. Barriers: the round.
inline void traceSync(TraceKind kind, const Thread& thread, const void* object, unsigned part = 0) {
  if (__builtin_expect(isTracing, 0)) traceEvent(kind, thread.number, uintptr_t(object), 0, 0, part, nullptr);
}
inline void traceMemory(TraceKind kind, const void* at, size_t bytes) {
  if (__builtin_expect(isTracing, 0)) traceEvent(kind, 0, uintptr_t(at), bytes, 0, 0, nullptr);
}

} // namespace steward::runtime
