#include "runtime/history.h"

#include "runtime/held.h"
#include "runtime/memory.h"
#include "runtime/options.h"
#include "runtime/shadow.h"
#include "runtime/stacks.h"

namespace steward::runtime {

StackId callers(Thread& thread, const void* at, uintptr_t* pc) {
  const uintptr_t* frame = static_cast<const uintptr_t*>(at);
  *pc = frame[1] - 1;
  if (frame == thread.givenFrame) return thread.givenStack;
  const void* caller = callerFrame(thread, frame);
  return caller ? captureStackAgain(thread, caller) : 0;
}

static void prepareRing(Thread& thread) {
  History& history = thread.history;
  uint32_t size = 1024;
  while (size < options.history && size < 1u << 28) size *= 2;
  history.ring = static_cast<Event*>(mapPages(size * sizeof(Event)));
  history.size = size;
  thread.touchesLightly = !options.exact && thread.slot;
}

static void note(Thread& thread, EventKind kind, uintptr_t at, size_t bytes, bool isSparse, const Site* site,
                 const void* frame) {
  if (!thread.history.ring) prepareRing(thread);
  uintptr_t pc;
  StackId stack = callers(thread, frame, &pc);
  addEvent(thread.history, kind, at, bytes, isSparse, pc, site, __steward_epoch >> markBits, stack);
}

void noteAccess(Thread& thread, AccessKind kind, uintptr_t at, size_t bytes, bool isSparse, const Site* site,
                const void* frame) {
  note(thread, EventKind(uint8_t(kind)), at, bytes, isSparse, site, frame);
}

void noteLock(Thread& thread, EventKind kind, uintptr_t lock, const void* frame) {
  note(thread, kind, lock, 0, false, nullptr, frame);
}

static bool isAccess(const Event& event) { return event.kind <= uint64_t(EventKind::Free); }
static bool writes(const Event& event) {
  return event.kind != uint64_t(EventKind::Read) && event.kind != uint64_t(EventKind::AtomicRead);
}

// The events up to `end` without those at the end that are of later spans than this one. A slot's clock only grows
// while a thread is in it, so that they are found by halving; if the thread left the slot since, none are.
static uint64_t withoutLater(const History& history, uint64_t begin, uint64_t end, uint32_t epoch) {
  auto isLater = [&](uint64_t i) {
    uint32_t other = history.ring[i & (history.size - 1)].epoch;
    return slotOf(other) == slotOf(epoch) && clockOf(other) > clockOf(epoch);
  };
  if (begin == end || !isLater(end - 1)) return end;
  while (begin < end) {
    uint64_t middle = begin + (end - begin) / 2;
    if (isLater(middle))
      end = middle;
    else
      begin = middle + 1;
  }
  return end;
}

// The latest one that fits best: a plain access and an atomic one of the same span may be to the same word, and only
// one of them is in the race. What is known of spans that nobody can tell apart stands for the last of them: an earlier
// one has the event if this has none, or has only read what was written.
bool findEvent(const Thread& thread, uint32_t epoch, uintptr_t at, size_t bytes, AccessKind kind, Event* found,
               uint64_t* index) {
  const History& history = thread.history;
  uint64_t end = __atomic_load_n(&history.next, __ATOMIC_ACQUIRE);
  uint64_t begin = end > history.size ? end - history.size : 0;
  Event wanted{};
  wanted.kind = uint64_t(EventKind(uint8_t(kind)));
  constexpr unsigned perfect = 1 + 1 + 2 + 4, enough = 1 + 2; // all that is wanted; it writes as the wanted one does
  unsigned best = 0;
  uint32_t alike = epoch; // the earliest that was found to be so
  for (uint64_t i = withoutLater(history, begin, end, epoch); best < perfect && i-- > begin;) {
    Event event = history.ring[i & (history.size - 1)];
    bool isEarlier = slotOf(event.epoch) == slotOf(epoch) && clockOf(event.epoch) < clockOf(epoch);
    if (isEarlier && event.epoch != alike) {
      if (!areAlike(event.epoch, epoch)) break;
      alike = event.epoch;
    }
    if ((event.epoch != epoch && !isEarlier) || !isAccess(event) || (isEarlier && best >= enough)) continue;
    if (event.at >= at + bytes || event.at + event.extent() <= at) continue;
    unsigned fit = 1 + !event.isSparse + 2 * (writes(event) == writes(wanted)) + 4 * (event.kind == wanted.kind);
    if (fit <= best) continue;
    // Another's ring by now, or overwritten while it was read?
    uint64_t next = __atomic_load_n(&history.next, __ATOMIC_ACQUIRE);
    if (next <= i || next >= i + history.size) break;
    *found = event;
    *index = i;
    best = fit;
  }
  return best != 0;
}

bool previousEvent(const Thread& thread, uintptr_t at, size_t bytes, Event* found, uint64_t* index) {
  const History& history = thread.history;
  uint64_t begin = *index > history.size ? *index - history.size : 0;
  for (uint64_t i = *index; i-- > begin;) {
    Event event = history.ring[i & (history.size - 1)];
    if (!isAccess(event) || event.at >= at + bytes || event.at + event.extent() <= at) continue;
    uint64_t next = __atomic_load_n(&history.next, __ATOMIC_ACQUIRE);
    if (next <= i || next >= i + history.size) return false; // another's ring by now, or overwritten meanwhile
    *found = event;
    *index = i;
    return true;
  }
  return false;
}

} // namespace steward::runtime
