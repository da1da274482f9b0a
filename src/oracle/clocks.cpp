#include "oracle/clocks.h"

#include <algorithm>

namespace steward::oracle {

static bool acquires(int order) {
  return order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order == __ATOMIC_ACQ_REL ||
         order == __ATOMIC_SEQ_CST;
}
static bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

bool isAcquire(const TraceEvent& event) {
  switch (event.kind) {
  case TraceKind::Acquire:
  case TraceKind::Begin:
  case TraceKind::Join:
    return true;
  case TraceKind::AtomicLoad:
  case TraceKind::AtomicModify:
  case TraceKind::Fence:
    return acquires(event.flag);
  default:
    return false;
  }
}

bool isRelease(const TraceEvent& event) {
  switch (event.kind) {
  case TraceKind::Release:
  case TraceKind::Fork:
  case TraceKind::End:
    return true;
  case TraceKind::AtomicStore:
  case TraceKind::AtomicModify:
  case TraceKind::Fence:
    return releases(event.flag);
  default:
    return false;
  }
}

static void join(Clock& into, const Clock& from) {
  for (auto [thread, time] : from) into[thread] = std::max(into[thread], time);
}

Clocks::ThreadState& Clocks::of(ThreadNumber thread) {
  ThreadState& state = threads_[thread];
  if (!state.isKnown) state.isKnown = true, state.clock[thread] = 1;
  return state;
}

// A thread's current time is before another thread only when the other has got it by a release, which moves the thread
// on to its next.
bool Clocks::isBefore(ThreadNumber other, uint64_t time, ThreadNumber thread) {
  if (other == thread) return true;
  const Clock& clock = of(thread).clock;
  auto known = clock.find(other);
  return known != clock.end() && time <= known->second;
}

void Clocks::acquire(const TraceEvent& event) {
  ThreadState& thread = of(event.thread);
  switch (event.kind) {
  case TraceKind::Acquire:
    join(thread.clock, objects_[event.at].parts[event.part]);
    break;
  case TraceKind::Join:
    join(thread.clock, of(ThreadNumber(event.at)).released);
    break;
  case TraceKind::AtomicLoad:
  case TraceKind::AtomicModify:
    join(acquires(event.flag) ? thread.clock : thread.observed, objects_[event.at].parts[0]);
    break;
  case TraceKind::Fence:
    if (acquires(event.flag)) join(thread.clock, thread.observed);
    break;
  default:
    break;
  }
}

void Clocks::release(const TraceEvent& event) {
  ThreadState& thread = of(event.thread);
  switch (event.kind) {
  case TraceKind::Release:
    join(objects_[event.at].parts[event.part], thread.clock);
    step(thread, event.thread);
    break;
  case TraceKind::Fork:
    join(of(ThreadNumber(event.at)).clock, thread.clock);
    step(thread, event.thread);
    break;
  case TraceKind::End: // no operation comes after it, so its last fence is of no use any more
    thread.released = thread.clock;
    break;
  case TraceKind::AtomicStore:
  case TraceKind::AtomicModify: {
    Clock& clock = objects_[event.at].parts[0];
    if (event.kind == TraceKind::AtomicStore) clock.clear();
    join(clock, releases(event.flag) ? thread.clock : thread.released);
    if (releases(event.flag)) step(thread, event.thread);
    break;
  }
  case TraceKind::Fence:
    if (!releases(event.flag)) break;
    thread.released = thread.clock;
    step(thread, event.thread);
    break;
  case TraceKind::Drop:
    objects_.erase(objects_.lower_bound(event.at), objects_.lower_bound(event.at + event.bytes));
    break;
  default:
    break;
  }
}

} // namespace steward::oracle
