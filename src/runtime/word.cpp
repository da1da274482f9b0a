// What a cell holds is one write and the reads since it. That suffices (FastTrack, section 3): a write that is ordered
// after the last write and after all reads since then is ordered after everything before them; and what is not ordered
// after them is a race, which is reported here and now.
//
// Words and halves of words are changed without a lock as long as one epoch stands in each half of the cell: by a
// compare-and-swap, or, where the thread finds only its own accesses, by a store. A store can overwrite what another
// thread stored since the load. That one has compared itself with what was there before, so the race is lost only if it
// was ordered after all of that and not after this access; options.exact closes this window too. Sets and expanded
// words are changed under the lock of their cell, and masks too unless all of the word is the thread's own: a mask that
// belongs to another epoch would be a false alarm (parts.h).
#include "runtime/word.h"

#include "runtime/byte_list.h"
#include "runtime/options.h"
#include "runtime/own_reads.h"
#include "runtime/settling.h"
#include "runtime/split.h"

namespace steward::runtime {

uint64_t updateLocation(const Access& access, uint64_t cell, bool mayShare, uintptr_t at, uint32_t bytes,
                        Conflict& conflict) {
  const Thread& thread = access.thread;
  Half write = writeHalf(cell), read = readHalf(cell), now = access.epoch;
  if (write && !isOrdered(thread, write)) conflict.note(epochOf(write), AccessKind::Write, at, bytes);
  if (access.isWrite) {
    if (read != write && read) {
      conflict.noteReads(thread, read, at, bytes);
      if (read & tagMark) leaveSet(read);
    }
    return makeCell(now, now);
  }
  if (write == now || read == now) return cell;
  // A read in the span of the last write says nothing more than that write does.
  if (!read || read == write) return makeCell(write, now);
  if (read & tagMark) {
    if (contains(setOf(read), epochOf(now))) return cell;
    return makeCell(write, addReader(access.thread, read, epochOf(now)));
  }
  if (isOrdered(thread, read) || isSettled(read)) return makeCell(write, now);
  if (!mayShare) return 0;
  ++access.thread.counts.readShared;
  return makeCell(write, addReader(access.thread, read, epochOf(now)));
}

bool updateShared(const Access& access, uint64_t* at, uintptr_t word, Conflict& conflict, bool& changed) {
  uint64_t updated;
  for (bool isStored = false; !isStored;) {
    uint64_t cell = loadCell(at);
    if (!isWholeCell(cell)) return false;
    Conflict found;
    updated = updateLocation(access, cell, true, word, 8, found);
    changed = updated != cell;
    // A cell that names no set may be changed without the lock.
    isStored = !changed || cell & cellTags || replaceCell(at, cell, updated);
    if (!isStored) {
      leaveSet(readHalf(updated));
      continue;
    }
    if (cell & cellTags) storeCell(at, updated);
    conflict.note(found);
  }
  if (!access.isWrite) rememberIfReader(access.thread, readHalf(updated));
  return true;
}

bool updateWholeUnderLock(const Access& access, uint64_t* at, uintptr_t word, Conflict& conflict) {
  {
    SpinGuard guard(lockOf(at));
    bool changed;
    if (updateShared(access, at, word, conflict, changed)) return changed;
  }
  return updateWord(access, word, 0xff, conflict);
}

bool updateLocations(const Access& access, uint64_t* at, Locations both, uintptr_t word, uint8_t mask,
                     Conflict& conflict) {
  Locations next = both;
  if (mask & 0x0f) next.low = updateLocation(access, both.low, true, word, 4, conflict);
  if (mask & 0xf0) next.high = updateLocation(access, both.high, true, word + 4, 4, conflict);
  // It names no set any more that was given back, whatever another thread makes of the cell meanwhile.
  if (readHalf(both.high) & tagMark && next.high != both.high) storeCell(detailAt(word), 0);
  storeLocations(at, word, next);
  return next.low != both.low || next.high != both.high;
}

namespace {

template <typename Known>
ListName makeListOf(const Access& access, const Known& known) {
  ++access.thread.counts.expanded;
  return makeList(known);
}

// The word in two halves, for an atomic access.
Half expandHalves(const Access& access, const Parts& parts) {
  ++access.thread.counts.expanded;
  Half half = newExpanded(2);
  Expanded& expanded = expandedOf(half);
  for (unsigned i = 0; i < expanded.parts(); ++i) {
    Half read = halfOf(parts, false, expanded.partMask(i));
    expanded.cells[i] = makeCell(halfOf(parts, true, expanded.partMask(i)), read & tagMark ? shareSet(read) : read);
  }
  if (parts.wasRead && parts.read & tagMark) leaveSet(parts.read);
  return half;
}

// Halves to bytes: into a new entry.
Half refine(Half old) {
  Half half = newExpanded(0);
  Expanded &from = expandedOf(old), &to = expandedOf(half);
  unsigned ratio = to.parts() / from.parts();
  for (unsigned i = 0; i < to.parts(); ++i) {
    uint64_t cell = from.cells[i / ratio];
    to.cells[i] = makeCell(writeHalf(cell), readHalf(cell) & tagMark ? shareSet(readHalf(cell)) : readHalf(cell));
    to.atomics(i) = shareSet(Half(from.atomics(i / ratio)));
  }
  freeExpanded(old);
  return half;
}

bool isInAtomics(const Access& access, Half set) {
  return isInAtomicSet(set, epochOf(access.epoch) | atomicWriteMark, access.isWrite);
}

// The set with this access in it.
Half withAtomic(const Access& access, Half set) {
  if (isInAtomics(access, set)) return set;
  return addAtomic(access.thread, set, epochOf(access.epoch), access.isWrite);
}

// An atomic access conflicts with plain ones only; a plain one with both.
void updateAtomicPart(const Access& access, uint64_t plain, uint64_t& atomics, uintptr_t at, uint32_t bytes,
                      Conflict& conflict) {
  const Thread& thread = access.thread;
  Half write = writeHalf(plain), read = readHalf(plain);
  if (write && !isOrdered(thread, write)) conflict.note(epochOf(write), AccessKind::Write, at, bytes);
  if (access.isWrite && read && read != write) conflict.noteReads(thread, read, at, bytes);
  atomics = withAtomic(access, Half(atomics));
}

void checkAgainstAtomics(const Access& access, uint64_t& atomics, uintptr_t at, uint32_t bytes, Conflict& conflict) {
  uint32_t next = 0;
  while (uint32_t entry = unorderedAtomicIn(access.thread, Half(atomics), !access.isWrite, next))
    conflict.note(entry & ~atomicWriteMark, entry & atomicWriteMark ? AccessKind::AtomicWrite : AccessKind::AtomicRead,
                  at, bytes);
  if (!access.isWrite) return;
  // All of them are before this write, as far as whoever comes after it is concerned.
  leaveSet(Half(atomics));
  atomics = noAtomics;
}

// As an expanded word, for a plain access or one to single bytes.
Half expandAtomicCell(const Access& access, uint64_t cell) {
  ++access.thread.counts.expanded;
  Half half = newExpanded(2);
  Expanded& expanded = expandedOf(half);
  expanded.atomics(0) = writeHalf(cell);
  expanded.atomics(1) = readHalf(cell);
  return half;
}

// A split word as an expanded one.
Half expandSplit(const Access& access, Locations both, uint8_t mask) {
  ++access.thread.counts.expanded;
  Half half = newExpanded(isHalves(mask) ? 2 : 0);
  Expanded& expanded = expandedOf(half);
  for (unsigned i = 0; i < expanded.parts(); ++i) {
    expanded.cells[i] = expanded.partMask(i) & 0x0f ? both.low : both.high;
    shareSet(readHalf(expanded.cells[i]));
  }
  leaveSet(readHalf(both.low));
  leaveSet(readHalf(both.high));
  return half;
}

bool updateExpanded(const Access& access, uint64_t* at, Half half, uintptr_t word, uint8_t mask, Conflict& conflict) {
  Expanded* expanded = &expandedOf(half);
  if (expanded->shift && !isHalves(mask)) {
    half = refine(half);
    expanded = &expandedOf(half);
    storeCell(at, makeCell(half, half));
  }
  bool changed = false;
  uint32_t bytes = 1u << expanded->shift;
  for (unsigned i = 0; i < expanded->parts(); ++i) {
    if (!(mask & expanded->partMask(i))) continue;
    uintptr_t part = word + i * bytes;
    if (access.isAtomic) {
      uint64_t before = expanded->atomics(i);
      updateAtomicPart(access, expanded->cells[i], expanded->atomics(i), part, bytes, conflict);
      changed |= before != expanded->atomics(i);
      continue;
    }
    uint64_t updated = updateLocation(access, expanded->cells[i], true, part, bytes, conflict);
    checkAgainstAtomics(access, expanded->atomics(i), part, bytes, conflict);
    changed |= updated != expanded->cells[i];
    expanded->cells[i] = updated;
  }
  return changed;
}

} // namespace

bool readLikeOthers(const Access& access, uint64_t* at, uint64_t cell, LineLock& line) {
  Thread& thread = access.thread;
  Half write = writeHalf(cell), read = readHalf(cell);
  if (!isWholeCell(cell) || !read || (write && !isOrdered(thread, write))) return false;
  if (!(read & tagMark) && isOrdered(thread, read)) return false;
  SetMemo* memo = addedReader(thread, read, epochOf(access.epoch));
  if (!memo) return false;
  if (read & tagMark) {
    line.take(at);
    if (loadCell(at) != cell) return false;
    storeCell(at, makeCell(write, addAgain(*memo)));
    return true;
  }
  // Without a lock: who changes a cell that names no set does it by one step.
  SignalGuard guard;
  Half readers = addAgain(*memo);
  if (!replaceCell(at, cell, makeCell(write, readers))) {
    takeBack(*memo);
    return false;
  }
  ++thread.counts.readShared;
  rememberIfReader(thread, readers);
  return true;
}

bool updateAtomicCell(const Access& access, uint64_t* at, uint64_t cell, uint8_t mask) {
  Half low = writeHalf(cell), high = readHalf(cell);
  if (mask == 0xff && low == high) {
    if (isInAtomics(access, low)) return false;
    low = high = addAtomicToBoth(access.thread, low, epochOf(access.epoch), access.isWrite);
  } else {
    if (mask & 0x0f) low = withAtomic(access, low);
    if (mask & 0xf0) high = withAtomic(access, high);
  }
  bool changed = makeCell(low, high) != cell;
  storeCell(at, makeCell(low, high));
  return changed;
}

void dropEntries(uint64_t cell, uintptr_t word) {
  if (isExpandedCell(cell)) return freeExpanded(writeHalf(cell));
  if (isSpanCell(cell)) {
    if (ListName list = listBehind(cell, word)) {
      storeCell(detailAt(word), 0);
      freeList(list);
    }
    return;
  }
  if (isCloseCell(cell) || hasOwnReads(cell)) return;
  if (isAtomicCell(cell)) leaveSet(writeHalf(cell));
  if (isSplitCell(cell)) {
    leaveSet(readHalf(highLocation(cell, word)));
    __atomic_store_n(detailAt(word), 0, __ATOMIC_RELAXED);
  }
  leaveSet(readHalf(cell));
}

static bool isPlainSettled(const Parts& parts) {
  for (const Older& one : parts.older)
    if (one.mask && !isSettled(one.half)) return false;
  return (!parts.written || isSettled(parts.write)) &&
         (!parts.wasRead || (!(parts.read & tagMark) && isSettled(parts.read)));
}

bool hasSettledSince(const Parts& parts) {
  SettledNow settled;
  bool hasWritten = parts.written && !isSettled(parts.write) && settled.has(parts.write);
  bool hasRead = parts.wasRead && !(parts.read & tagMark) && !isSettled(parts.read) && settled.has(parts.read);
  return hasWritten || hasRead;
}

namespace {
// The lock of a cell that the word has: one that says nothing, if it had none. So it does not come to follow its block
// while the lock is held.
class CellGuard {
public:
  CellGuard(Thread& thread, uintptr_t word) : lock_(lockOf(cellAt(word))) {
    for (lock_.lock(); !loadCell(cellAt(word)); lock_.lock()) {
      lock_.unlock();
      if (!cellApart(thread, word)) replaceNone(thread, word, virginCell);
    }
  }
  ~CellGuard() { lock_.unlock(); }
  CellGuard(const CellGuard&) = delete;

private:
  SpinLock& lock_;
};

bool updateLocked(const Access& access, uint64_t* at, uintptr_t word, uint8_t mask, Conflict& conflict) {
  bool changed = true;
  uint64_t cell = loadCell(at);
  if (isAtomicCell(cell)) {
    if (access.isAtomic && isHalves(mask)) return updateAtomicCell(access, at, cell, mask);
    Half half = expandAtomicCell(access, cell);
    storeCell(at, cell = makeCell(half, half));
  }
  if (hasOwnReads(cell)) {
    if (!access.isWrite && !access.isAtomic && addOwnReader(access.thread, at, word, mask, access.epoch)) return true;
    cell = gatherReads(access.thread, at, word);
  }
  bool isSplit = isSplitCell(cell);
  Locations both{};
  if (isSplit) {
    both = locationsOf(cell, word);
    if (!access.isAtomic && isHalves(mask)) return updateLocations(access, at, both, word, mask, conflict);
    if ((both.low | both.high) & cellTags) {
      __atomic_store_n(detailAt(word), 0, __ATOMIC_RELAXED); // it names no set any more
      if (!access.isAtomic) return updateList(access, makeListOf(access, both), at, word, mask, conflict);
      Half half = expandSplit(access, both, mask);
      storeCell(at, cell = makeCell(half, half));
    }
  }
  if (isSpanCell(cell) && cell & (beforeIsList | beforeIsChain)) {
    ListName list = takeList(cell, word);
    if (!access.isAtomic) return updateList(access, list, at, word, mask, conflict);
    Half half = expandList(list);
    storeCell(at, cell = makeCell(half, half));
  }
  if (isExpandedCell(cell)) return updateExpanded(access, at, writeHalf(cell), word, mask, conflict);
  Parts parts = isSplit ? partsOf(both) : partsOf(cell, word);
  if (!access.isAtomic) {
    auto update = [&] {
      return access.isWrite ? writeParts(access, parts, mask, word, conflict)
                            : readParts(access, parts, mask, true, word, conflict, changed);
    };
    if (update() || (hasSettledSince(parts) && update())) {
      if (changed) storeParts(access.thread, parts, word, at);
      if (!access.isWrite && mask == 0xff) rememberIfReader(access.thread, parts.read);
      return changed;
    }
    if (areHalves(parts) && isHalves(mask))
      return updateLocations(access, at, locationsOf(parts), word, mask, conflict);
  } else if (isHalves(mask) && isPlainSettled(parts)) {
    // By one step: a thread's first plain access, to the bytes beside it, takes no lock.
    uint64_t none = makeCell(noAtomics, noAtomics);
    return replaceCell(at, cell, none) ? updateAtomicCell(access, at, none, mask)
                                       : updateLocked(access, at, word, mask, conflict);
  }
  if (!access.isAtomic) return updateList(access, makeListOf(access, parts), at, word, mask, conflict);
  Half half = areHalves(parts) && isHalves(mask) ? expandHalves(access, parts) : expandList(makeListOf(access, parts));
  storeCell(at, makeCell(half, half));
  return updateExpanded(access, at, half, word, mask, conflict);
}

} // namespace

bool updateWord(const Access& access, uintptr_t word, uint8_t mask, Conflict& conflict) {
  uint64_t* at = cellAt(word);
  bool changed = true;
  if (updateHalves(access, at, cellApart(access.thread, word), word, mask, conflict, changed)) return changed;
  CellGuard guard(access.thread, word);
  return updateLocked(access, at, word, mask, conflict);
}

} // namespace steward::runtime
