#include "runtime/side.h"

#include <sys/mman.h>

namespace steward::runtime {

static constexpr uintptr_t regionStart = sideStart;
static constexpr size_t unitBytes = 16, regionBytes = unitBytes << (32 - markBits);
static constexpr unsigned setClasses = 12; // 16 bytes, 32, … 64 KiB

// Free entries by size in units, linked through their first word. Each thread keeps some of the small ones, so that
// threads hardly ever meet at the lock.
static SpinLock regionLock;
static uint32_t nextUnit;
static uint32_t freeUnits[(1 << setClasses) + 1];

// Neighbours have their locks in different lines of the cache, so that threads that keep to their own variables, or
// parts of an array, do not meet there; and all of 512 in eight lines, so that who goes through memory finds them
// there. Cells that are in one line of the cache have the same lock: who changes one has the line to itself anyway, and
// who goes through several takes it once (word.h).
static constexpr unsigned lockLine = 64, groupLines = 8, groupBits = 9;
using LockGroup = SpinLock[groupLines][lockLine];
alignas(lockLine) static LockGroup cellLocks[1u << groupBits], blockLocks[1u << groupBits];

static SpinLock& lockIn(LockGroup* groups, const uint64_t* at, size_t size) {
  uintptr_t number = reinterpret_cast<uintptr_t>(at) / size, rest = number / groupLines;
  LockGroup& group = groups[(rest / lockLine) * 0x9e3779b97f4a7c15ull >> (64 - groupBits)];
  return group[number % groupLines][rest % lockLine];
}
SpinLock& lockOf(const uint64_t* cell) { return lockIn(cellLocks, cell, lockLine); }
SpinLock& lockOfBlock(const uint64_t* block) { return lockIn(blockLocks, block, blockStateBytes); }

bool reserveSideRegion() {
  void* at = mmap(reinterpret_cast<void*>(regionStart), regionBytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  nextUnit = 1; // index 0 is none
  return at == reinterpret_cast<void*>(regionStart);
}

uint64_t sideBytes() { return uint64_t(nextUnit) * unitBytes; }

static void* unitAt(uint32_t index) { return reinterpret_cast<void*>(regionStart + uint64_t(index) * unitBytes); }

static uint32_t& nextFree(uint32_t index) { return *static_cast<uint32_t*>(unitAt(index)); }

// The lock is held.
static uint32_t takeUnits(unsigned units) {
  uint32_t index = freeUnits[units];
  if (index) {
    freeUnits[units] = nextFree(index);
    return index;
  }
  index = nextUnit;
  if (index + units >= 1u << (32 - markBits)) __builtin_trap(); // 8 GiB of entries: memory ended before
  nextUnit += units;
  return index;
}

// The same.
static void putUnits(uint32_t index, unsigned units) {
  nextFree(index) = freeUnits[units];
  freeUnits[units] = index;
}

// From the thread's own to all.
static void putFirst(UnitCache& cache, unsigned units) {
  uint32_t index = cache.first[units];
  cache.first[units] = nextFree(index);
  --cache.count[units];
  putUnits(index, units);
}

static constexpr uint32_t unitsAtOnce = 16;

static uint32_t allocateUnits(unsigned units) {
  Thread* thread = units <= cachedUnits ? stewardCurrentThread : nullptr;
  if (!thread) {
    SpinGuard guard(regionLock);
    return takeUnits(units);
  }
  SpinGuard own(thread->units.lock);
  uint32_t &first = thread->units.first[units], &count = thread->units.count[units];
  if (!first) {
    SpinGuard guard(regionLock);
    for (; count < unitsAtOnce; ++count) {
      uint32_t index = takeUnits(units);
      nextFree(index) = first;
      first = index;
    }
  }
  uint32_t index = first;
  first = nextFree(index);
  --count;
  return index;
}

static void freeUnit(uint32_t index, unsigned units) {
  Thread* thread = units <= cachedUnits ? stewardCurrentThread : nullptr;
  if (!thread) {
    SpinGuard guard(regionLock);
    return putUnits(index, units);
  }
  SpinGuard own(thread->units.lock);
  uint32_t &first = thread->units.first[units], &count = thread->units.count[units];
  nextFree(index) = first;
  first = index;
  if (++count <= 2 * unitsAtOnce) return;
  SpinGuard guard(regionLock);
  while (count > unitsAtOnce) putFirst(thread->units, units);
}

void giveBackUnits(Thread& thread) {
  SpinGuard guard(regionLock);
  for (unsigned units = 1; units <= cachedUnits; ++units)
    while (thread.units.first[units]) putFirst(thread.units, units);
}

// Sets

static bool isSet(Half half) { return half & tagMark && half >> markBits; }
static unsigned setUnits(uint32_t capacity) { return (8 + capacity * 4) / unitBytes; }

static Half makeSet(uint32_t atLeast, Half marks) {
  uint32_t bytes = unitBytes;
  while ((bytes - 8) / 4 < atLeast) bytes *= 2;
  uint32_t capacity = (bytes - 8) / 4;
  Half half = allocateUnits(setUnits(capacity)) << markBits | marks;
  EpochSet& set = setOf(half);
  set.users = 1;
  set.count = 0;
  set.capacity = uint16_t(capacity);
  return half;
}

Half shareSet(Half half) {
  if (isSet(half)) __atomic_fetch_add(&setOf(half).users, 1, __ATOMIC_RELAXED);
  return half;
}

static void leaveSet(Half half, uint32_t uses) {
  if (!isSet(half)) return;
  EpochSet& set = setOf(half);
  if (__atomic_sub_fetch(&set.users, uses, __ATOMIC_ACQ_REL) == 0) freeUnit(half >> markBits, setUnits(set.capacity));
}
void leaveSet(Half half) { leaveSet(half, 1); }

// What of the half is to be in the set with the new entry, sorted, into `kept`. Returns how many, with the entry.
static uint32_t keep(const Thread& thread, Half half, uint32_t entry, uint32_t* kept) {
  uint32_t count = 0;
  bool isWrite = entry & atomicWriteMark, isIn = false;
  auto add = [&](uint32_t each) {
    if (!isIn && entry < each) {
      kept[count++] = entry;
      isIn = true;
    }
    kept[count++] = each;
  };
  auto consider = [&](uint32_t each) {
    Epoch epoch = each & ~atomicWriteMark;
    bool isReplaced = slotOf(epoch) == slotOf(entry & ~atomicWriteMark) || thread.clock.covers(epoch);
    if (!isReplaced || (each & atomicWriteMark && !isWrite)) add(each);
  };
  if (!(half & tagMark))
    consider(epochOf(half));
  else if (isSet(half))
    for (uint32_t i = 0; i < setOf(half).count; ++i) consider(setOf(half).entries[i]);
  if (!isIn) kept[count++] = entry;
  return count;
}

static void fill(EpochSet& set, const uint32_t* entries, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) set.entries[i] = entries[i];
  set.count = uint16_t(count);
}

// The thread's entry in a set that is one word's alone, if nothing else is to change in it. Those of other threads are
// left alone: they may be renewing theirs.
static bool renewEntry(EpochSet& set, const uint32_t* entries, uint32_t count, uint32_t entry) {
  if (count != set.count) return false;
  uint32_t* own = nullptr;
  for (uint32_t i = 0; i < count; ++i) {
    if (slotOf(entries[i]) != slotOf(set.entries[i])) return false;
    if (entries[i] == entry) own = &set.entries[i];
  }
  __atomic_store_n(own, entry, __ATOMIC_RELAXED);
  return true;
}

// One reader more in a set that is one word's alone: behind the others, or in the place of one that it is ordered
// after. Nothing else moves, since other threads may be renewing their entries.
static bool addInPlace(const Thread& thread, EpochSet& set, uint32_t entry) {
  uint32_t count = set.count;
  for (uint32_t i = 0; i < count; ++i)
    if (slotOf(set.entries[i]) == slotOf(entry)) {
      __atomic_store_n(&set.entries[i], entry, __ATOMIC_RELAXED);
      return true;
    }
  if (count < set.capacity) {
    __atomic_store_n(&set.entries[count], entry, __ATOMIC_RELAXED);
    __atomic_store_n(&set.count, uint16_t(count + 1), __ATOMIC_RELEASE);
    return true;
  }
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t earlier = __atomic_load_n(&set.entries[i], __ATOMIC_RELAXED);
    if (thread.clock.covers(earlier) &&
        __atomic_compare_exchange_n(&set.entries[i], &earlier, entry, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return true;
  }
  return false;
}

// A set of readers that is one word's alone, while its entries are copied: as long as it seems to have another user, no
// thread renews its entry in it. One that has just done so sees this, or the entry is seen here.
class HeldSet {
public:
  explicit HeldSet(Half half, bool isHeld) : half_(isHeld ? shareSet(half) : 0) {}
  ~HeldSet() { leaveSet(half_); }
  HeldSet(const HeldSet&) = delete;

private:
  Half half_;
};

// Sets that were made lately, so that threads which come to the same set by different ways have the same one. Each
// place has a use of its set.
static SpinLock recentLock;
static Half recent[1024];

static Half findOrMake(const uint32_t* entries, uint32_t count, Half marks) {
  uint64_t hash = marks;
  for (uint32_t i = 0; i < count; ++i) hash = (hash ^ entries[i]) * 0x9e3779b97f4a7c15ull;
  SpinGuard guard(recentLock);
  Half& place = recent[hash >> 54];
  if (place && (place & (tagMark | partMarks)) == marks && setOf(place).count == count) {
    bool isSame = true;
    for (uint32_t i = 0; i < count; ++i) isSame &= setOf(place).entries[i] == entries[i];
    if (isSame) return shareSet(place);
  }
  Half half = makeSet(count, marks);
  fill(setOf(half), entries, count);
  if (place) leaveSet(place);
  return place = shareSet(half);
}

// One cell more that goes from one set to the other. The uses are counted here for many cells at once: threads that go
// through the same memory at the same time would else take the count from each other for each word.
Half addAgain(SetMemo& memo) {
  constexpr uint32_t atOnce = 256;
  if (isSet(memo.from) && ++memo.left == atOnce) {
    leaveSet(memo.from, atOnce); // not the last: the memo has one
    memo.left = 0;
  }
  if (!isSet(memo.to)) return memo.to;
  if (!memo.taken) {
    __atomic_fetch_add(&setOf(memo.to).users, atOnce, __ATOMIC_RELAXED);
    memo.taken = atOnce;
  }
  --memo.taken;
  return memo.to;
}

static SetMemo& memoOf(Thread& thread, Half half, uint32_t entry) {
  return thread.setMemos[(half >> markBits ^ half >> 10 ^ entry >> 29) % setMemoCount];
}
static bool isOf(const SetMemo& memo, const Thread& thread, Half half, uint32_t entry) {
  return memo.from == half && memo.entry == entry && memo.version == thread.clockVersion;
}

void takeBack(SetMemo& memo) {
  shareSet(memo.from);
  leaveSet(memo.to);
}

SetMemo* addedReader(Thread& thread, Half half, Epoch epoch) {
  SetMemo& memo = memoOf(thread, half, epoch);
  return isOf(memo, thread, half, epoch) && memo.to != half ? &memo : nullptr;
}

// A word that was read like another one becomes like the other again: the thread remembers the last replacements. A
// remembered set has the thread as a user, so that it stays as it is.
// `uses`: of the set by the cell; the others are for the caller to see to.
static Half addEntry(Thread& thread, Half half, uint32_t entry, Half marks, uint32_t uses = 1) {
  thread.hasChangedSet = true;
  Epoch epoch = entry & ~atomicWriteMark;
  thread.addedAlike = thread.lastAdded == epoch ? thread.addedAlike + 1 : 0;
  thread.lastAdded = epoch;
  SetMemo& memo = memoOf(thread, half, entry);
  if (isOf(memo, thread, half, entry)) {
    thread.setMisses = 0;
    return addAgain(memo);
  }
  bool isAlones = isSet(half) && __atomic_load_n(&setOf(half).users, __ATOMIC_ACQUIRE) == uses;
  // Threads that read the same, each in an order of its own, come to as many sets as there are words: each word has its
  // own then, with room for more.
  constexpr uint32_t manyMisses = 32, manyReaders = 4;
  bool hasOwn = marks != atomicMarks && isSet(half) && setOf(half).count >= manyReaders;
  if (hasOwn && isAlones && addInPlace(thread, setOf(half), entry)) return half;
  bool isToHaveOwn = hasOwn && (isAlones || ++thread.setMisses > manyMisses);
  HeldSet held(half, isAlones && marks != atomicMarks);
  uint32_t most = isSet(half) ? setOf(half).count + 1 : 2;
  auto* kept = static_cast<uint32_t*>(__builtin_alloca(most * sizeof(uint32_t)));
  uint32_t count = keep(thread, half, entry, kept);
  bool isSetAnyway = count > 1 || marks == atomicMarks;
  if (isAlones && isSetAnyway) {
    if (marks == atomicMarks && count <= setOf(half).capacity) {
      fill(setOf(half), kept, count);
      return half;
    }
    if (marks != atomicMarks && renewEntry(setOf(half), kept, count, entry)) return half;
  }
  // A thread whose spans are short does little in each: it comes back to a few places, whose sets are then changed in
  // place. One that does much in a span does the same to many places, which then share.
  constexpr uint32_t few = 8;
  bool isChangedOften = isSet(half) && isSetAnyway && count <= setOf(half).count && thread.addedAlike < few;
  if (isChangedOften || (isToHaveOwn && count >= manyReaders)) {
    Half to = makeSet(isChangedOften ? count : count + count / 2, marks);
    fill(setOf(to), kept, count);
    leaveSet(half);
    return to;
  }
  Half to = isSetAnyway ? findOrMake(kept, count, marks) : entry << markBits;
  thread.hasSets = true;
  // Both ends are held: a set that was given back and made anew would be another one under the same name.
  leaveSet(memo.from, 1 + memo.left);
  leaveSet(memo.to, 1 + memo.taken);
  memo = {half, to, entry, 0, 0, thread.clockVersion};
  if (to & tagMark) shareSet(to);
  return to; // the cell's use of the old set is now the memo's
}

Half addReader(Thread& thread, Half half, Epoch epoch) { return addEntry(thread, half, epoch, tagMark); }
Half addAtomic(Thread& thread, Half half, Epoch epoch, bool isWrite) {
  return addEntry(thread, half, epoch | (isWrite ? atomicWriteMark : 0), atomicMarks);
}
Half addAtomicToBoth(Thread& thread, Half half, Epoch epoch, bool isWrite) {
  Half to = addEntry(thread, half, epoch | (isWrite ? atomicWriteMark : 0), atomicMarks, 2);
  if (to == half) return half;
  leaveSet(half);
  return shareSet(to);
}

// They are kept beyond the span, as many as there is room for: a function that has its set in a register may have been
// interrupted by a handler, or have called an allocator of the program's own, that began another span.
void rememberShared(Thread& thread, Half half) {
  if (thread.sharedSetsEpoch != stewardEpoch) {
    thread.sharedSetsEpoch = stewardEpoch;
    thread.sharedSetsUsed = 0;
  }
  for (uint32_t i = 1; i <= thread.sharedSetsUsed; ++i)
    if (thread.sharedSets[(thread.sharedSetsNext - i) % sharedSetCount] == half) {
      stewardShared = half;
      return;
    }
  if (thread.sharedSetsUsed == sharedSetCount / 4) return;
  ++thread.sharedSetsUsed;
  thread.hasSets = true;
  Half& place = thread.sharedSets[thread.sharedSetsNext++ % sharedSetCount];
  Half before = place;
  place = shareSet(half);
  stewardShared = half;
  leaveSet(before);
}

Epoch unorderedIn(const Thread& thread, Half half) {
  uint32_t first = 0;
  return unorderedIn(thread, half, first);
}

Epoch unorderedIn(const Thread& thread, Half half, uint32_t& next) {
  if (!(half & tagMark)) return !next++ && half && !isOrdered(thread, half) ? epochOf(half) : 0;
  const EpochSet& set = setOf(half);
  while (next < set.count) {
    Epoch epoch = set.entries[next++];
    if (slotOf(epoch) != thread.slot && !thread.clock.covers(epoch)) return epoch;
  }
  return 0;
}

uint32_t unorderedAtomicIn(const Thread& thread, Half half, bool onlyWrites, uint32_t& next) {
  if (!isSet(half)) return 0;
  const EpochSet& set = setOf(half);
  while (next < set.count) {
    uint32_t entry = set.entries[set.count - ++next]; // writes first
    Epoch epoch = entry & ~atomicWriteMark;
    if (onlyWrites && epoch == entry) continue;
    if (slotOf(epoch) != thread.slot && !thread.clock.covers(epoch)) return entry;
  }
  return 0;
}

static void forgetSetMemos(Thread& thread) {
  for (SetMemo& memo : thread.setMemos) {
    leaveSet(memo.from, 1 + memo.left);
    leaveSet(memo.to, 1 + memo.taken);
    memo = {};
  }
}

void leaveMemos(Thread& thread) {
  forgetSetMemos(thread);
  for (uint32_t& half : thread.sharedSets) {
    leaveSet(half);
    half = 0;
  }
}

void forgetMemos() {
  for (Thread* thread = allThreads(); thread; thread = thread->next) {
    forgetSetMemos(*thread);
    for (ReadMemo& memo : thread->readMemos) memo.at = nullptr;
  }
  SpinGuard guard(recentLock);
  for (Half& place : recent) {
    leaveSet(place);
    place = 0;
  }
}

// Expanded words

static unsigned expandedUnits(unsigned shift) { return 1 + (8u >> shift); }

Half newExpanded(unsigned shift) {
  unsigned units = expandedUnits(shift);
  Half half = allocateUnits(units) << markBits | tagMark;
  uint64_t* words = static_cast<uint64_t*>(unitAt(half >> markBits));
  for (unsigned i = 0; i < units * 2; ++i) words[i] = 0;
  Expanded& expanded = expandedOf(half);
  expanded.shift = uint8_t(shift);
  for (unsigned i = 0; i < expanded.parts(); ++i) expanded.atomics(i) = noAtomics;
  return half;
}

void freeExpanded(Half half) {
  Expanded& expanded = expandedOf(half);
  for (unsigned i = 0; i < expanded.parts(); ++i) {
    if (readHalf(expanded.cells[i]) & tagMark) leaveSet(readHalf(expanded.cells[i]));
    leaveSet(Half(expanded.atomics(i)));
  }
  freeUnit(half >> markBits, expandedUnits(expanded.shift));
}

Half allocateEntry(unsigned units) { return allocateUnits(units) << markBits | tagMark; }
void freeEntry(Half half, unsigned units) { freeUnit(half >> markBits, units); }

Half makeReaders(Epoch* epochs, uint32_t count) {
  if (count < 2) return count ? *epochs << markBits : 0;
  for (uint32_t i = 1; i < count; ++i)
    for (uint32_t j = i; j && epochs[j] < epochs[j - 1]; --j) {
      Epoch saved = epochs[j];
      epochs[j] = epochs[j - 1];
      epochs[j - 1] = saved;
    }
  return findOrMake(epochs, count, tagMark);
}

} // namespace steward::runtime
