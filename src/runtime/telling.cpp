// From a conflict in the shadow to the races that are told: who made the earlier access and where, what it was, whether
// it is news. Slow, and under one lock; a program with many races has few places that race.
#include "runtime/found.h"
#include "runtime/options.h"
#include "runtime/stacks.h"
#include "runtime/system.h"

#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace steward::runtime {

SpinLock reportLock;
unsigned raceCount;
static unsigned newsCount; // with those that are suppressed
static uint64_t* toldKeys; // open addressing; 0 is free
static size_t toldCapacity, toldCount;
// Conflicts seen lately, before anything is looked up: by where, with which span; and by which word, too. What goes
// beyond the first of these is looked up as long as it brings something new.
static uint64_t quickKeys[1024], quickWords[1024];
static uint16_t fruitless[1024];
static constexpr uint16_t mostFruitless = 64;

// (Two that are alike must not cancel out: a race of a place with itself is the usual one.)
static uint64_t mix(uint64_t a, uint64_t b) {
  a = (a * 0xd6e8feb86659fd93ull ^ b) * 0x9e3779b97f4a7c15ull;
  return a ^ a >> 29;
}

static bool isNews(uint64_t key) {
  key |= 1;
  if (toldCount * 2 >= toldCapacity) {
    size_t capacity = toldCapacity ? toldCapacity * 2 : 4096;
    uint64_t* keys = static_cast<uint64_t*>(mapPages(capacity * 8));
    for (size_t i = 0; i < toldCapacity; ++i)
      if (uint64_t old = toldKeys[i]) {
        size_t place = old % capacity;
        while (keys[place]) place = (place + 1) % capacity;
        keys[place] = old;
      }
    if (toldKeys) unmapPages(toldKeys, toldCapacity * 8);
    toldKeys = keys;
    toldCapacity = capacity;
  }
  size_t place = key % toldCapacity;
  for (; toldKeys[place]; place = (place + 1) % toldCapacity)
    if (toldKeys[place] == key) return false;
  toldKeys[place] = key;
  ++toldCount;
  return true;
}

static void copyLocks(const Thread& thread, FoundSide& side) {
  unsigned count = thread.lockCount < maxHeldLocks ? thread.lockCount : maxHeldLocks;
  for (unsigned i = 0; i < count; ++i)
    side.locks[i] = {thread.locks[i].at, thread.locks[i].mode, thread.locks[i].taken, 0};
  side.lockCount = count;
}

// The locks at an event: those of now, with what happened since undone.
static void findLocks(const Thread& thread, uint64_t index, FoundSide& side) {
  copyLocks(thread, side);
  const History& history = thread.history;
  uint64_t end = __atomic_load_n(&history.next, __ATOMIC_ACQUIRE);
  if (end <= index || end - index >= history.size) { // what happened since is forgotten
    side.lockCount = 0;
    return;
  }
  for (uint64_t i = end; i-- > index + 1;) {
    const Event& event = history.ring[i & (history.size - 1)];
    EventKind kind = EventKind(event.kind);
    if (kind == EventKind::Lock || kind == EventKind::LockShared) {
      for (unsigned l = 0; l < side.lockCount; ++l)
        if (side.locks[l].at == event.at) side.locks[l--] = side.locks[--side.lockCount];
    } else if ((kind == EventKind::Unlock || kind == EventKind::UnlockShared) && side.lockCount < maxHeldLocks)
      side.locks[side.lockCount++] = {event.at, kind == EventKind::Unlock ? LockMode::Exclusive : LockMode::Shared, 0,
                                      0};
  }
  // Where those were taken that have been given back since.
  uint64_t begin = end > history.size ? end - history.size : 0;
  for (unsigned l = 0; l < side.lockCount; ++l)
    for (uint64_t i = index; !side.locks[l].taken && i-- > begin;) {
      const Event& event = history.ring[i & (history.size - 1)];
      EventKind kind = EventKind(event.kind);
      if (event.at != side.locks[l].at || (kind != EventKind::Lock && kind != EventKind::LockShared)) continue;
      side.locks[l].taken = event.stack;
      side.locks[l].pc = event.pc;
      break;
    }
}

// What the thread of an earlier access noted of it, or of another that it made to some of these bytes in the same span.
struct Noted {
  Event event;
  uint64_t index;
};

static bool areConflicting(AccessKind a, AccessKind b) {
  auto isAtomic = [](AccessKind kind) { return kind == AccessKind::AtomicRead || kind == AccessKind::AtomicWrite; };
  auto isRead = [](AccessKind kind) { return kind == AccessKind::Read || kind == AccessKind::AtomicRead; };
  return !(isAtomic(a) && isAtomic(b)) && !(isRead(a) && isRead(b));
}

// A thread notes an access just after it is in the shadow: it may be about to, and what else it did to these bytes in
// that span may be in no race with this one. It is worth some patience, for it may have lost its processor meanwhile;
// less where the event may be one that was forgotten.
static bool awaitNoted(const Thread& thread, AccessKind now, const Side& earlier, Noted& noted) {
  const History& history = thread.history;
  bool hasForgotten = __atomic_load_n(&history.next, __ATOMIC_RELAXED) > history.size;
  constexpr unsigned yields = 64, naps = 50;
  for (unsigned attempt = 0;; ++attempt) {
    bool isLast = attempt == yields + (hasForgotten ? 0 : naps) || __atomic_load_n(&thread.hasEnded, __ATOMIC_ACQUIRE);
    if (findEvent(thread, earlier.epoch, earlier.at, earlier.bytes, earlier.kind, &noted.event, &noted.index) &&
        areConflicting(now, AccessKind(uint8_t(noted.event.kind))))
      return true;
    if (isLast) return false;
    timespec nap{0, 1'000'000};
    if (attempt < yields)
      systemCall(SYS_sched_yield);
    else
      systemCall(SYS_nanosleep, long(&nap));
  }
}

static void fillFrom(const Noted& noted, FoundSide& side) {
  const Event& event = noted.event;
  side.pc = event.pc;
  side.stack = event.stack;
  side.site = event.site();
  side.checked = event.at;
  side.kind = AccessKind(uint8_t(event.kind));
}

// Whether the side may be any of several accesses in the program, or several: of a loop. What the C library does is
// one.
static bool isSeveral(const FoundSide& side) {
  unsigned meant = 0, exact = 0;
  for (uint32_t i = 0; side.site && i < side.site->count; ++i)
    if (isMeant(side, side.site->accesses[i])) ++meant, exact += side.site->accesses[i].bytes != 0;
  return meant > 1 || meant > exact;
}

// From `at` on, the bytes up to `end` that the same accesses touch, of those that the side's check stands for.
static uintptr_t endOfSame(const FoundSide& side, uintptr_t at, uintptr_t end) {
  for (uint32_t i = 0; side.site && side.checked && i < side.site->count; ++i) {
    const SiteAccess& access = side.site->accesses[i];
    if (!access.bytes) continue; // any of them
    uintptr_t from = side.checked + uintptr_t(intptr_t(access.offset)), to = from + access.bytes;
    if (from > at && from < end) end = from;
    if (to > at && to < end) end = to;
  }
  return end;
}

static void findObject(FoundRace& race) {
  uintptr_t at = race.sides[0].at;
  race.object = ObjectKind::Unknown;
  if (findAllocation(at, &race.allocation)) {
    race.object = ObjectKind::Heap;
    return;
  }
  for (const FoundSide& side : race.sides)
    if (side.thread && at >= side.thread->stackLow && at < side.thread->stackHigh) {
      race.object = ObjectKind::Stack;
      race.owner = side.thread->number;
      return;
    }
  if (isInModuleData(at)) race.object = ObjectKind::Global;
}

// Addresses in the code name a place best: one check in two instances of a template is one place for each. And which of
// the accesses that the check stands for.
static uint64_t placeOf(const FoundSide& side) {
  if (!side.pc) return uint64_t(side.kind);
  uint64_t place = mix(side.pc, 0);
  for (uint32_t i = 0; side.site && i < side.site->count; ++i)
    if (isMeant(side, side.site->accesses[i])) place = mix(place, i + 1);
  return place;
}

// `noted`: of the earlier one; null when it is not known. Whether it was news.
static bool tell(FoundRace& race, const Noted* noted) {
  uint64_t a = placeOf(race.sides[0]), b = placeOf(race.sides[1]);
  if (!isNews(mix(a < b ? a : b, a < b ? b : a))) return false;
  ++newsCount;
  if (noted) findLocks(*race.sides[1].thread, noted->index, race.sides[1]);
  findObject(race);
  if (isSuppressed(race)) return true;
  ++raceCount;
  writeRecord(race);
  if (options.print) printRace(race, raceCount);
  if (options.halt) systemCall(SYS_exit_group, options.exit_status);
  return true;
}

// All that the later check is of; as far as the shadow knows it, if the check has gaps.
struct Checked {
  uintptr_t at;
  size_t bytes;
};
static Checked bytesOf(const Side& now) {
  return now.checkedBytes ? Checked{now.checked, now.checkedBytes} : Checked{now.at, now.bytes};
}

// What the later check and what the other thread noted have in common: each pair of accesses that touch the same.
static void tellPieces(FoundRace& race, const Side& now, const Noted& noted, unsigned& left) {
  FoundSide &later = race.sides[0], &other = race.sides[1];
  auto [from, bytes] = bytesOf(now);
  uintptr_t at = noted.event.at > from ? uintptr_t(noted.event.at) : from, end = noted.event.at + noted.event.extent();
  if (from + bytes < end) end = from + bytes;
  fillFrom(noted, other);
  for (uintptr_t to; left && at < end; at = to) {
    to = endOfSame(other, at, endOfSame(later, at, end));
    later.at = other.at = at;
    later.bytes = other.bytes = to - at;
    later.isRange = isSeveral(later);
    other.isRange = isSeveral(other);
    left -= tell(race, &noted);
  }
}

// The shadow knows of a word, of one access of the other thread, and the check may be for several accesses. What is
// told are all pairs of accesses to the same bytes: whatever the other noted in that span is in no order with this one,
// and what it did in other spans if they are not before this one. Of a variable, that is: other memory may have been
// something else then.
static void tellEach(FoundRace& race, const Thread& thread, const Side& now, const Side& earlier, bool isThorough) {
  FoundSide& other = race.sides[1];
  other = {earlier.kind, earlier.at, earlier.bytes, threadOf(earlier.epoch), 0, 0, nullptr, 0, false, {}, 0};
  Noted first, noted;
  if (!other.thread || !awaitNoted(*other.thread, now.kind, earlier, first)) {
    tell(race, nullptr);
    return;
  }
  if (isThorough) findObject(race);
  bool isVariable = race.object == ObjectKind::Global;
  auto [from, bytes] = bytesOf(now);
  unsigned left = 32; // news
  bool isUsed = false, isTold = false;
  noted.index = __atomic_load_n(&other.thread->history.next, __ATOMIC_ACQUIRE);
  while (left && isThorough && previousEvent(*other.thread, from, bytes, &noted.event, &noted.index)) {
    auto kind = AccessKind(uint8_t(noted.event.kind));
    if (kind == AccessKind::Free && isUsed) break; // the memory was something else before
    isUsed = true;
    bool isOfSpan = noted.event.epoch == first.event.epoch || noted.event.epoch == earlier.epoch;
    bool isUnordered = isOfSpan || (isVariable && slotOf(noted.event.epoch) == slotOf(earlier.epoch) &&
                                    !thread.clock.covers(noted.event.epoch));
    if (isUnordered && !noted.event.isSparse && areConflicting(now.kind, kind)) {
      tellPieces(race, now, noted, left);
      isTold = true;
    }
  }
  if (!first.event.isSparse) {
    if (!isTold) tellPieces(race, now, first, left);
    return;
  }
  fillFrom(first, other);
  race.sides[0].at = other.at = now.at;
  race.sides[0].bytes = other.bytes = now.bytes;
  race.sides[0].isRange = isSeveral(race.sides[0]);
  other.isRange = isSeveral(other);
  tell(race, &first);
}

// What this thread is about to tell of is known to who is about to tell of it, has the lock, and waits for it.
static void noteOwn(Thread& thread, const Side& now, const void* frame) {
  const History& history = thread.history;
  auto [at, bytes] = bytesOf(now);
  if (history.ring && history.next) {
    const Event& latest = history.ring[(history.next - 1) & (history.size - 1)];
    if (latest.at == at && latest.extent() == bytes && latest.kind == uint64_t(now.kind) && latest.site() == now.site &&
        latest.epoch == now.epoch)
      return;
  }
  noteAccess(thread, now.kind, at, bytes, false, now.site, frame);
}

void forgetConflicts() {
  SpinGuard guard(reportLock);
  for (unsigned i = 0; i < sizeof quickKeys / sizeof *quickKeys; ++i) quickKeys[i] = quickWords[i] = 0;
}

void reportRace(Thread& thread, const Side& now, const Side& earlier, const void* frame) {
  int savedErrno = errno;
  uint64_t here = uint64_t(static_cast<const uintptr_t*>(frame)[1]);
  uint64_t quick = mix(mix(here, earlier.epoch), uint64_t(earlier.kind)) | 1;
  uint64_t& seen = quickKeys[quick >> 32 & 1023];
  uint64_t word = mix(quick, now.at / 8) | 1;
  uint64_t& seenWord = quickWords[word >> 32 & 1023];
  uint16_t& misses = fruitless[here * 0x9e3779b97f4a7c15ull >> 54];
  bool isAgain = __atomic_load_n(&seen, __ATOMIC_RELAXED) == quick;
  if (isAgain && (__atomic_load_n(&seenWord, __ATOMIC_RELAXED) == word ||
                  __atomic_load_n(&misses, __ATOMIC_RELAXED) >= mostFruitless))
    return;
  __atomic_store_n(&seen, quick, __ATOMIC_RELAXED);
  __atomic_store_n(&seenWord, word, __ATOMIC_RELAXED);
  ++thread.inRuntime;
  noteOwn(thread, now, frame);
  {
    SpinGuard guard(reportLock);
    static FoundRace race; // large; guarded by the lock
    race = {};
    FoundSide& side = race.sides[0];
    side.kind = now.kind;
    side.at = now.at;
    side.bytes = now.bytes;
    side.thread = &thread;
    side.site = now.site;
    side.checked = now.checked;
    side.stack = callers(thread, frame, &side.pc);
    side.isRange = isSeveral(side);
    copyLocks(thread, side);
    unsigned before = newsCount;
    bool isThorough = misses < mostFruitless;
    tellEach(race, thread, now, earlier, isThorough);
    misses += isThorough && newsCount == before;
  }
  --thread.inRuntime;
  errno = savedErrno;
}

} // namespace steward::runtime
