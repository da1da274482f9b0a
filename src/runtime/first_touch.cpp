// What of first_touch.h is too long to be inlined: words in parts, and words that other threads have accessed too. A
// conflict is left to the slower way, which reports it.
#include "runtime/first_touch.h"

#include "runtime/read_chain.h"

namespace steward::runtime {

[[gnu::noinline]] __attribute__((preserve_most)) bool isOrderedLocation(const Thread& thread, uint64_t location) {
  return isOrdered(thread, writeHalf(location)) && isOrdered(thread, readHalf(location));
}

template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchNew(Thread& thread, uintptr_t word, Half now) {
  return replaceNone(thread, word, makeCell(isWrite ? now : 0, now));
}

template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool isSameElsewhere(uintptr_t word, uint8_t mask) {
  return isSameBeside<isWrite>(word, mask);
}

namespace {

Access accessOf(Thread& thread, uintptr_t word, bool isWrite, Half now) {
  return {thread, isWrite ? AccessKind::Write : AccessKind::Read, isWrite, false, now, word, 8, nullptr, nullptr};
}

bool hasConflict(const Thread& thread, uint64_t location, bool isWrite) {
  Half write = writeHalf(location), read = readHalf(location);
  return (write && !isOrdered(thread, write)) || (isWrite && unorderedIn(thread, read));
}

bool hasConflict(const Thread& thread, const Parts& parts, uint8_t mask, bool isWrite) {
  for (const Older& one : parts.older)
    if (one.mask & mask && (one.isWrite || isWrite) && !isOrdered(thread, one.half)) return true;
  return (parts.written & mask && !isOrdered(thread, parts.write)) ||
         (isWrite && parts.wasRead & mask && unorderedIn(thread, parts.read));
}

bool update(const Access& access, Parts& parts, uint8_t mask, bool mayShare, uintptr_t word) {
  Conflict none{};
  bool changed;
  return access.isWrite ? writeParts(access, parts, mask, word, none)
                        : readParts(access, parts, mask, mayShare, word, none, changed);
}

// All of it is this thread's: no lock.
bool touchOwnParts(const Access& access, uint64_t* at, uint64_t cell, uintptr_t word, uint8_t mask) {
  Parts parts = partsOf(cell, word);
  for (const Older& one : parts.older)
    if (one.mask && slotOf(epochOf(one.half)) != access.thread.slot) return false;
  if (!update(access, parts, mask, false, word)) return false;
  if (!cell) {
    uint64_t span = makeSpanCell(access.epoch, mask, access.isWrite ? mask : 0, allIsBefore);
    return replaceNone(access.thread, word, isHalves(mask) ? cellOf(parts) : span);
  }
  storeParts(access.thread, parts, word, at);
  return true;
}

// A read of what several threads read in every span, this one among them: of the same bytes, which the last write was
// before. No lock: the thread renews its own entry, in a set that is this word's alone. If that is another's by now, as
// the word shows before and afterwards, or is being replaced by another thread's, the entry is as it was.
bool readAgain(Thread& thread, uintptr_t word, uint8_t mask, Half now) {
  uint64_t *at = cellAt(word), cell = loadCell(at), high = isSplitCell(cell) ? highLocation(cell, word) : 0,
           location = cell;
  auto isStill = [&] {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return loadCell(at) == cell && (!isSplitCell(cell) || highLocation(cell, word) == high);
  };
  if (isSplitCell(cell)) {
    if (mask != 0x0f && mask != 0xf0) return false;
    location = mask == 0x0f ? lowLocation(cell) : high;
  } else if (isSpanCell(cell) || bytesIn(readHalf(cell)) != mask)
    return false;
  Half write = writeHalf(location), read = readHalf(location);
  if (!(read & tagMark) || write & tagMark || !isOrdered(thread, write)) return false;
  uint32_t* place = ownEntry(thread, read);
  if (!place) return false;
  uint32_t entry = __atomic_load_n(place, __ATOMIC_RELAXED), renewed = epochOf(now);
  auto replace = [&](uint32_t from, uint32_t to) {
    return __atomic_compare_exchange_n(place, &from, to, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  };
  if (slotOf(entry) != thread.slot || !isStill() || !replace(entry, renewed)) return false;
  thread.hasChangedSet = true;
  if (isAlone(setOf(read)) && isStill()) {
    if (!isSplitCell(cell)) keepReadMemo(thread, at, cell, now, mask);
    return true;
  }
  replace(renewed, entry);
  return false;
}

// One word's alone.
bool isReadersOwnSet(uint64_t cell) {
  return !(writeHalf(cell) & tagMark) && readHalf(cell) & tagMark && !hasOwnReads(cell) &&
         isAlone(setOf(readHalf(cell)));
}

bool touchLocations(const Access& access, uint64_t* at, Locations both, uintptr_t word, uint8_t mask) {
  if ((mask & 0x0f && hasConflict(access.thread, both.low, access.isWrite)) ||
      (mask & 0xf0 && hasConflict(access.thread, both.high, access.isWrite)))
    return false;
  Conflict none{};
  updateLocations(access, at, both, word, mask, none);
  return true;
}

// What one thread has read in several spans, and the access: a list.
bool touchChained(const Access& access, uint64_t* at, uint64_t cell, uintptr_t word, uint8_t mask) {
  ListName list = takeList(cell, word);
  if (conflictsWithList(access, mask, list)) {
    storeList(access.thread, list, at, word, spanEpoch(cell));
    return false;
  }
  ++access.thread.counts.expanded;
  Conflict none{};
  updateList(access, list, at, word, mask, none);
  return true;
}

} // namespace

[[gnu::noinline]] __attribute__((preserve_most)) void storeWholeRead(Thread& thread, uintptr_t word, uint64_t cell) {
  uint64_t* at = cellAt(word);
  Half now = spanEpoch(cell);
  if (!(cell & hasBefore)) return storeCell(at, makeCell(agedWrite(cell), now));
  bool isDone = cell & readsAreBefore && changeOutside(thread, [&] {
                  uint64_t before = loadCell(detailAt(word));
                  if (cell & beforeIsChain && before & chainMark) before = readChain(before).write;
                  if (before & cellMarks || writeHalf(loadCell(at)) != (now | spanMarks)) return false;
                  storeCell(at, makeCell(writeHalf(before), now));
                  return true;
                });
  if (!isDone) storeCell(at, cell);
}

// The cell of a span before which its slot wrote all of the word in an earlier one, which is all that is to be known.
[[gnu::always_inline]] static inline void storeAged(uint64_t* at, uintptr_t word, uint64_t span, Half write) {
  Half now = spanEpoch(span);
  if (spanRead(span) == 0xff && !spanWritten(span)) return storeCell(at, makeCell(write, now));
  if (uint64_t age = ageOf(write, now)) return storeCell(at, span | age);
  storeSpan(at, word, span | hasBefore, makeCell(write, write));
}

template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchOwnBytes(Thread& thread, uintptr_t word, uint8_t mask,
                                                                    Half now) {
  uint64_t *at = cellAt(word), cell = cellApart(thread, word), alone = makeSpanCell<isWrite>(now, mask, allIsBefore);
  if (!cell) return replaceNone(thread, word, alone);
  if (cell == virginCell) return replaceCell(at, cell, alone);
  if (isFreshCell(cell)) return touchFresh(at, cell, alone, now);
  Half write = writeHalf(cell), read = readHalf(cell);
  if (cell & cellMarks || !isOfSlot(read, now) || write == now) return false;
  if (write && !isOrdered(thread, write)) return false; // the span's cell says that it is
  uint64_t next = makeSpanCell(now, read == now ? 0xff : mask, isWrite ? mask : 0, allIsBefore);
  bool isOwnWrite = !write || isOfSlot(write, now);
  if (isSettled(read) && (isOwnWrite || isSettled(write))) { // the write of another may have raced with the read
    storeCell(at, next);
    return true;
  }
  if (isOwnWrite) {
    if (write && (read == now || areAlike(epochOf(write), epochOf(read))))
      storeAged(at, word, next, read == now ? write : read);
    else
      storeSpan(at, word, next | hasBefore, cell);
    return true;
  }
  return changeOutside(thread, [&] {
    if (loadCell(at) != cell) return false;
    storeSpan(at, word, next | hasBefore, cell);
    return true;
  });
}

// What a cell of an earlier span says, and what was before it, as a chain behind one of this span; 0: it is more than
// that.
static uint64_t chainFor(uint64_t cell, uint64_t detail, Half now) {
  if (spanWritten(cell) || cell & beforeIsList) return 0;
  ReadChain chain{};
  if (cell & beforeIsChain) {
    if (!(detail & chainMark)) return 0;
    chain = readChain(detail);
  } else {
    Before before = beforeSpan(cell, detail);
    auto isNone = [&](Half half, uint8_t bytes) { return !bytes || isSettled(half); };
    if (!isNone(before.write, before.written)) {
      if (before.written != 0xff || !isOfSlot(before.write, now)) return 0;
      chain.write = before.write;
    }
    if (!isNone(before.read, before.wasRead)) {
      if (!isOfSlot(before.read, now)) return 0;
      chain.add(before.read, before.wasRead);
    }
  }
  // Of spans that nobody can tell apart the last stands for all. (For a single one before it, joinedBefore() has
  // asked.)
  uint8_t read = spanRead(cell);
  while (cell & beforeIsChain && chain.count && areAlike(epochOf(chain.spans[0]), epochOf(spanEpoch(cell)))) {
    read |= chain.masks[0];
    chain.remove(chain.masks[0]);
  }
  return chain.add(spanEpoch(cell), read) ? makeChain(chain) : 0;
}

// The same for what was before it, if that is one read and nobody can tell the two spans apart; 0: else.
static uint64_t joinedBefore(uint64_t cell, const Before& before) {
  Half epoch = spanEpoch(cell);
  bool isAlike = !spanWritten(cell) && before.wasRead && isOfSlot(before.read, epoch) &&
                 areAlike(epochOf(before.read), epochOf(epoch));
  if (!isAlike) return 0;
  return detailFor(makeSpanCell(0, 0, 0, allIsBefore),
                   {before.write, epoch, before.written, uint8_t(before.wasRead | spanRead(cell))});
}

// Whether a span's cell says as much as if the span had written all of the word: its slot did so before, and nobody can
// tell the two spans apart.
static bool isLikeWriteOfAll(uint64_t cell, const Before& before) {
  Half epoch = spanEpoch(cell);
  return before.written == uint8_t(~spanWritten(cell)) && isOfSlot(before.write, epoch) &&
         areAlike(epochOf(before.write), epochOf(epoch));
}

// What was before the earlier span stays, if the earlier span's accesses need no place; else these take it, if it is
// free, or both become a list.
template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchSpanAgain(Thread& thread, uintptr_t word, uint8_t mask,
                                                                     Half now) {
  uint64_t *at = cellAt(word), cell = loadCell(at);
  if (!isSpanCell(cell) || !isOfSlot(writeHalf(cell), now) || spanEpoch(cell) == now) return false;
  if ((cell & allIsBefore) != allIsBefore) return false;
  uint8_t read = spanRead(cell), written = spanWritten(cell);
  uint64_t next = makeSpanCell<isWrite>(now, mask, allIsBefore),
           kept = cell & (hasBefore | beforeIsList | beforeIsChain);
  bool isReplaced = !(read & ~mask) && (isWrite || !written);
  if (isWrite && mask == 0xff && !(kept & beforeIsList)) {
    storeCell(at, makeCell(now, now));
    return true;
  }
  // All that is known from before the span was ordered before it, and has settled when that has.
  if (isSettled(spanEpoch(cell)) && !(kept & beforeIsList)) {
    storeCell(at, !isWrite && mask == 0xff ? makeCell(0, now) : next);
    return true;
  }
  Half write = agedWrite(cell);
  if (isReplaced) {
    if (write) {
      storeAged(at, word, next, write);
      return true;
    }
    storeCell(at, next | kept);
    if (!isWrite && mask == 0xff) storeWholeRead(thread, word, next | kept);
    return true;
  }
  uint64_t before = kept ? loadCell(detailAt(word)) : 0;
  if (!(kept & (beforeIsList | beforeIsChain))) {
    Before found = beforeSpan(cell, before);
    bool isKept = (found.written && !isSettled(found.write)) || (found.wasRead && !isSettled(found.read));
    if (!isKept) {
      storeSpan(at, word, next | hasBefore, makeSpanCell(spanEpoch(cell), read, written, allIsBefore));
      return true;
    }
    if (isLikeWriteOfAll(cell, found)) {
      storeAged(at, word, next, spanEpoch(cell));
      return true;
    }
    if (uint64_t joined = joinedBefore(cell, found))
      return changeOutside(thread, [&] {
        if (loadCell(at) != cell || loadCell(detailAt(word)) != before) return false;
        storeSpan(at, word, next | hasBefore, joined);
        return true;
      });
  }
  if (uint64_t chain = chainFor(cell, before, now)) {
    storeSpan(at, word, next | hasBefore | beforeIsChain, chain);
    if (!isWrite && mask == 0xff) storeWholeRead(thread, word, next | hasBefore | beforeIsChain);
    return true;
  }
  Inside inside(thread);
  if (now != stewardEpoch) return false;
  SpinGuard guard(lockOf(at));
  if (loadCell(at) != cell) return false;
  if (!(kept & beforeIsList)) ++thread.counts.expanded;
  storeBefore(takeList(cell, word), at, word, next);
  return true;
}

// What other threads have read and this one is not after stays, for a read.
template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchBytesOfOther(Thread& thread, uintptr_t word, uint8_t mask,
                                                                        Half now) {
  uint64_t* at = cellAt(word);
  SpinGuard guard(lockOf(at));
  uint64_t cell = loadCell(at);
  Half write = writeHalf(cell), read = readHalf(cell);
  bool isReadBefore = !read || isOrdered(thread, read);
  if (!cell || cell & cellMarks || write == now || (write && !isOrdered(thread, write)) || (isWrite && !isReadBefore))
    return false;
  uint64_t next = makeSpanCell<isWrite>(now, mask, isReadBefore ? allIsBefore : writesAreBefore);
  if ((write && !isSettled(write)) || (read && !isSettled(read))) {
    storeCell(detailAt(word), cell);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    next |= hasBefore;
  }
  return replaceCell(at, cell, next);
}

template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchHalfOfOther(Thread& thread, uintptr_t address, Half now) {
  uint64_t* at = cellAt(address);
  SpinGuard guard(lockOf(at));
  uint64_t cell = loadCell(at);
  Half write = writeHalf(cell), read = readHalf(cell);
  uintptr_t word = address & ~uintptr_t(7);
  if (isCloseCell(cell)) {
    if (!isOrdered(thread, closeEpoch(cell))) return false;
    Locations both = locationsOf(cell, word);
    uint64_t& touched = address & 4 ? both.high : both.low;
    if (!isWrite && writeHalf(touched) == now) return false;
    touched = makeCell(isWrite ? now : writeHalf(touched), now);
    return replaceCell(at, cell, cellFor(word, both)); // its thread may be about to change the other half
  }
  if (!cell || cell & cellMarks || (write && !isOrdered(thread, write)) || (read && !isOrdered(thread, read)) ||
      (!isWrite && write == now))
    return false;
  // What has settled is as if it were not there.
  Half part = now | (address & 4 ? highPart : lowPart);
  bool isReadNow = isWrite && read == now;
  if ((isReadNow || isSettled(read)) && (!isWrite || isSettled(write))) {
    storeCell(at, makeCell(isWrite ? part : write, isReadNow ? now : part));
    return true;
  }
  uint64_t touched = makeCell(isWrite ? now : write, now);
  storeLocations(at, word, address & 4 ? Locations{cell, touched} : Locations{touched, cell});
  return true;
}

template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchParts(Thread& thread, uintptr_t word, uint8_t mask,
                                                                 Half now) {
  Inside inside(thread);
  if (now != stewardEpoch) return false;
  uint64_t *at = cellAt(word), cell = cellApart(thread, word);
  Access access = accessOf(thread, word, isWrite, now);
  if (!(cell & cellTags) && isOwnLocation(cell, now)) return touchOwnParts(access, at, cell, word, mask);
  LineLock line;
  if (!isWrite && isReadersOwnSet(cell) && mayKeepApart(thread, cell, word)) {
    line.take(at);
    if (keepReadsApart(thread, at, word, mask, now)) return true;
    line.release();
  }
  if (!isWrite && cell & cellTags && !hasOwnReads(cell) && readAgain(thread, word, mask, now)) return true;
  if (!isWrite && mask == 0xff && readLikeOthers(access, at, cell, line)) return true;
  line.take(at);
  cell = loadCell(at);
  if (hasOwnReads(cell)) {
    if (!isWrite && addOwnReader(thread, at, word, mask, now)) return true;
    if (conflictsWithReads(thread, cell, word, isWrite ? mask : 0)) return false;
    cell = gatherReads(thread, at, word);
  }
  if (!cell || isExpandedCell(cell) || isAtomicCell(cell) || (isSpanCell(cell) && cell & beforeIsList)) return false;
  if (isSpanCell(cell) && cell & beforeIsChain) return touchChained(access, at, cell, word, mask);
  if (mask == 0xff && isWholeCell(cell)) {
    Conflict none{};
    bool changed;
    return !hasConflict(thread, cell, isWrite) && updateShared(access, at, word, none, changed);
  }
  bool isSplit = isSplitCell(cell);
  Locations both = isSplit ? locationsOf(cell, word) : Locations{};
  if (isSplit && isHalves(mask)) return touchLocations(access, at, both, word, mask);
  if (isSplit && (both.low | both.high) & cellTags) return false;
  Parts parts = isSplit ? partsOf(both) : partsOf(cell, word);
  if (hasConflict(thread, parts, mask, isWrite)) return false;
  if (!update(access, parts, mask, true, word) &&
      (!hasSettledSince(parts) || !update(access, parts, mask, true, word))) {
    Conflict none{};
    if (areHalves(parts) && isHalves(mask))
      updateLocations(access, at, locationsOf(parts), word, mask, none);
    else {
      ++thread.counts.expanded;
      updateList(access, makeList(parts), at, word, mask, none);
    }
    return true;
  }
  storeParts(access.thread, parts, word, at);
  if (!isWrite && mask == 0xff) rememberIfReader(thread, parts.read);
  return true;
}

[[gnu::noinline]] __attribute__((preserve_most)) bool readApart(Thread& thread, uintptr_t word, uint8_t mask,
                                                                Half now) {
  uint64_t* at = cellAt(word);
  if (!mayKeepApart(thread, loadCell(at), word)) return false;
  Inside inside(thread);
  if (now != stewardEpoch) return false;
  SpinGuard guard(lockOf(at));
  return hasOtherReads(loadCell(at)) && isSpanCell(loadCell(at)) && keepReadsApart(thread, at, word, mask, now);
}

// By one step, since another thread may be changing the other of the two. If it has just put the detail into a list, as
// the cell shows, what was renewed there is renewed again.
[[gnu::noinline]] __attribute__((preserve_most)) bool readPartAgain(uintptr_t word, uint8_t mask, Half now) {
  auto isRenewed = [&](uint64_t span, uint8_t most) {
    return isSpanCell(span) && isOfSlot(writeHalf(span), now) && spanEpoch(span) < now && !spanWritten(span) &&
           !(spanRead(span) & ~mask) && !(mask & ~most);
  };
  uint64_t *at = cellAt(word), cell = loadCell(at);
  if (!hasOtherReads(cell) || cell & beforeIsChain) return false;
  uint64_t flags = cell & (allIsBefore | hasBefore | beforeIsList);
  if (isOfSlot(writeHalf(cell), now)) {
    // A list may have earlier reads of the bytes that are new.
    bool mayRenew = cell & writesAreBefore && isRenewed(cell, cell & beforeIsList ? spanRead(cell) : 0xff);
    return mayRenew && replaceCell(at, cell, makeSpanCell(now, mask, 0, flags));
  }
  if (cell & beforeIsList || spanWritten(cell) & mask) return false;
  uint64_t *place = detailAt(word), detail = loadCell(place);
  return isRenewed(detail, 0xff) && replaceCell(place, detail, makeSpanCell(now, mask, 0, detail & allIsBefore)) &&
         loadCell(at) == cell;
}

// The one entry of this thread that has some of the bytes, if it is a read of no others: null otherwise. The lock of
// the cell is held.
static uint64_t* ownReads(ByteList& list, uint8_t mask, Half now) {
  uint64_t* own = nullptr;
  for (unsigned i = 0; i < list.count; ++i) {
    uint64_t entry = list.entries[i];
    if (!isOfSlot(writeHalf(entry), now) || !(spanRead(entry) & mask)) continue;
    if (own || spanWritten(entry) || spanRead(entry) & ~mask) return nullptr;
    own = &list.entries[i];
  }
  return own;
}

template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchListed(Thread& thread, uintptr_t word, uint8_t mask,
                                                                  Half now) {
  Inside inside(thread);
  if (now != stewardEpoch) return false;
  uint64_t* at = cellAt(word);
  SpinGuard guard(lockOf(at));
  uint64_t cell = loadCell(at);
  ListName list = listBehind(cell, word);
  Access access = accessOf(thread, word, isWrite, now);
  uint8_t inSpan = isWrite ? spanRead(cell) : spanWritten(cell);
  if (!list || (inSpan & mask && !isOrdered(thread, spanEpoch(cell))) || conflictsWithList(access, mask, list))
    return false;
  // What it reads in every span it renews in its place; the cell stays the other thread's, which says already that
  // there are reads that are not before it. (Its writes stand for whatever the list has of their bytes.)
  bool mayStay = !isWrite && hasOtherReads(cell) && !isOfSlot(writeHalf(cell), now) && !(spanWritten(cell) & mask);
  if (uint64_t* own = mayStay ? ownReads(listOf(list), mask, now) : nullptr) {
    storeCell(own, makeSpanCell(now, mask, 0, 0));
    return true;
  }
  Conflict none{};
  updateList(access, takeList(cell, word), at, word, mask, none);
  return true;
}

[[gnu::noinline]] __attribute__((preserve_most)) bool
isSameAtomicInExpanded(const uint64_t* at, uint64_t cell, uintptr_t address, size_t bytes, bool isWrite) {
  Expanded& expanded = expandedOf(writeHalf(cell));
  uint32_t now = epochOf(stewardEpoch) | atomicWriteMark;
  uint8_t mask = byteMask(address & 7, unsigned(address & 7) + unsigned(bytes));
  if ((address & 7) + bytes > 8 || (expanded.shift && !isHalves(mask))) return false;
  bool isSame = now != atomicWriteMark;
  for (unsigned part = 0; part < expanded.parts() && isSame; ++part)
    if (mask & expanded.partMask(part)) isSame = isInAtomicSet(Half(expanded.atomics(part)), now, isWrite);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return isSame && loadCell(at) == cell;
}

bool touchAtomic(Thread& thread, AccessKind kind, uintptr_t address, size_t bytes, const Site* site, Caller caller) {
  uint64_t* at = cellAt(address);
  if (!thread.touchesLightly || bytes < 4 || address % bytes || !isAtomicCell(loadCell(at))) return false;
  Inside inside(thread);
  bool isWrite = kind == AccessKind::AtomicWrite, changed;
  Half now = stewardEpoch;
  Access access{thread, kind, isWrite, true, now, address, bytes, site, nullptr};
  {
    SpinGuard guard(lockOf(at));
    uint64_t cell = loadCell(at);
    if (!isAtomicCell(cell)) return false;
    changed = updateAtomicCell(access, at, cell, byteMask(address & 7, unsigned(address & 7) + unsigned(bytes)));
  }
  if (!changed && !thread.hasChangedSet) return true;
  noteTouch(thread, isWrite ? EventKind::AtomicWrite : EventKind::AtomicRead, address, bytes, site, caller, now);
  return true;
}

template bool touchNew<false>(Thread&, uintptr_t, Half);
template bool touchNew<true>(Thread&, uintptr_t, Half);
template bool isSameElsewhere<false>(uintptr_t, uint8_t);
template bool isSameElsewhere<true>(uintptr_t, uint8_t);
template bool touchOwnBytes<false>(Thread&, uintptr_t, uint8_t, Half);
template bool touchOwnBytes<true>(Thread&, uintptr_t, uint8_t, Half);
template bool touchSpanAgain<false>(Thread&, uintptr_t, uint8_t, Half);
template bool touchSpanAgain<true>(Thread&, uintptr_t, uint8_t, Half);
template bool touchBytesOfOther<false>(Thread&, uintptr_t, uint8_t, Half);
template bool touchBytesOfOther<true>(Thread&, uintptr_t, uint8_t, Half);
template bool touchHalfOfOther<false>(Thread&, uintptr_t, Half);
template bool touchHalfOfOther<true>(Thread&, uintptr_t, Half);
template bool touchParts<false>(Thread&, uintptr_t, uint8_t, Half);
template bool touchParts<true>(Thread&, uintptr_t, uint8_t, Half);
template bool touchListed<false>(Thread&, uintptr_t, uint8_t, Half);
template bool touchListed<true>(Thread&, uintptr_t, uint8_t, Half);

} // namespace steward::runtime
