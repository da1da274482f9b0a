// What of first_touch.h is too long to be inlined: words in parts, and words that other threads have accessed too. A
// conflict is left to the slower way, which reports it.
#include "runtime/first_touch.h"

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
  if (cell) {
    storeParts(parts, word, at);
    return true;
  }
  uint64_t detail, updated = cellOf(parts);
  if (usesDetail(updated)) {
    if (!makeDetail(parts, detail)) return false;
    storeCell(detailAt(word), detail);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  return replaceNone(access.thread, word, updated);
}

// A read of what several threads read in every span, this one among them: of the same bytes, which the last write was
// before. No lock: the thread renews its own entry, in a set that is this word's alone. If that is another's by now, as
// the word shows before and afterwards, or is being replaced by another thread's, the entry is as it was.
bool readAgain(Thread& thread, uintptr_t word, uint8_t mask, Half now) {
  uint64_t *at = cellAt(word), cell = loadCell(at), high = isSplitCell(cell) ? highLocation(word) : 0, location = cell;
  auto isStill = [&] {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return loadCell(at) == cell && (!isSplitCell(cell) || highLocation(word) == high);
  };
  if (isSplitCell(cell)) {
    if (mask != 0x0f && mask != 0xf0) return false;
    location = mask == 0x0f ? lowLocation(cell) : high;
  } else if (withoutDetail(readHalf(cell)) != mask)
    return false;
  Half write = writeHalf(location), read = readHalf(location);
  if (!(read & tagMark) || write & tagMark || (write & partMarks) == maskedPart || !isOrdered(thread, write))
    return false;
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

bool touchLocations(const Access& access, uint64_t* at, Locations both, uintptr_t word, uint8_t mask) {
  if ((mask & 0x0f && hasConflict(access.thread, both.low, access.isWrite)) ||
      (mask & 0xf0 && hasConflict(access.thread, both.high, access.isWrite)))
    return false;
  Conflict none{};
  updateLocations(access, at, both, word, mask, none);
  return true;
}

// A cell, and its detail if it has one.
struct Bytes {
  uint64_t cell, detail;
  Bytes(uint64_t found, uintptr_t word) : cell(found), detail(usesDetail(found) ? loadCell(detailAt(word)) : 0) {}
};

// As writeParts() and readParts() do it, in a few operations on the detail as it stands. The reads are this thread's,
// or there are none, and so is the write, if this is one. False when there is more to it.
template <bool isWrite>
[[gnu::always_inline]] inline bool addBytes(Bytes& known, unsigned owner, uint8_t mask, Half now) {
  uint64_t detail = known.detail;
  if (usesDetail(known.cell) && (!(detail & detailMark) || detail & oneOlder ||
                                 ownerIn(detail) != ownerOf(writeHalf(known.cell), readHalf(known.cell))))
    return false;
  Half write = writeHalf(known.cell) & ~partMarks, read = readHalf(known.cell) & ~partMarks;
  auto bytesOf = [](Half half, uint8_t inDetail) -> uint8_t {
    if (!half) return 0;
    return (half & partMarks) == maskedPart ? inDetail : withoutDetail(half);
  };
  uint8_t written = bytesOf(writeHalf(known.cell), writtenIn(detail));
  uint8_t wasRead = bytesOf(readHalf(known.cell), readIn(detail));
  if (write == now || (!isWrite && read == now)) return false;
  // Reads that the last write does not stand for.
  uint8_t onlyRead = read == write ? wasRead & ~written : wasRead;
  Half nextWrite = isWrite ? now : write, nextRead = now;
  uint8_t nextWritten = isWrite ? mask : written, nextWasRead = mask;
  if (isWrite && read == now)
    nextWasRead |= wasRead;
  else if (isWrite && onlyRead & ~mask)
    nextRead = read, nextWasRead = onlyRead & ~mask;

  uint64_t olders = 0;
  unsigned count = 0, bits = 0; // bits: of deltas, all that there is no room for
  auto keep = [&](uint32_t delta, bool isOfWrite, uint8_t bytes) {
    if (!bytes) return;
    olders = olders << olderBits | delta | uint64_t(isOfWrite) << deltaBits | uint64_t(bytes) << (deltaBits + 1);
    bits |= delta >> deltaBits;
    ++count;
  };
  if (isWrite)
    keep((now - write) >> markBits, true, written & ~mask);
  else
    keep((now - read) >> markBits, false, onlyRead & ~mask);
  for (unsigned i = 0; i < olderCount; ++i) {
    uint64_t older = detail >> (firstOlder + i * olderBits);
    bool isOfWrite = older >> deltaBits & 1;
    Half before = isOfWrite ? write : read, after = isOfWrite ? nextWrite : nextRead;
    auto bytes = uint8_t(older >> (deltaBits + 1));
    if (isWrite || !isOfWrite) bytes &= ~mask;
    keep((uint32_t(older) & ((1u << deltaBits) - 1)) + ((after - before) >> markBits), isOfWrite, before ? bytes : 0);
  }
  if (count > olderCount || bits) return false;
  if (count)
    known.cell = makeCell(nextWritten ? nextWrite | maskedPart : 0, nextRead | maskedPart);
  else
    known.cell = makeCell(withPart(nextWrite, nextWritten), withPart(nextRead, nextWasRead));
  known.detail = detailMark | uint64_t(owner) << ownerAt | uint64_t(nextWasRead) << readAt |
                 uint64_t(nextWritten) << writtenAt | olders << firstOlder;
  return true;
}

void storeDetail(uintptr_t word, const Bytes& bytes) {
  if (!usesDetail(bytes.cell)) return;
  storeCell(detailAt(word), bytes.detail);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

} // namespace

template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchOwnBytes(Thread& thread, uintptr_t word, uint8_t mask,
                                                                    Half now) {
  if (thread.slot >> ownerBits) return false;
  uint64_t *at = cellAt(word), cell = cellApart(thread, word);
  Bytes bytes(cell == virginCell ? 0 : cell, word);
  if (bytes.cell & cellTags || !isOwnLocation(bytes.cell, now)) return false;
  bool isKnown = bytes.cell;
  if (!addBytes<isWrite>(bytes, thread.slot, mask, now)) return false;
  storeDetail(word, bytes);
  if (!cell) return replaceNone(thread, word, bytes.cell);
  if (!isKnown) return replaceCell(at, cell, bytes.cell);
  storeCell(at, bytes.cell);
  return true;
}

// What other threads have read counts only as long as it has not settled, and the write stands for reads in its span.
[[gnu::noinline]] __attribute__((preserve_most)) bool readBytesOfOther(Thread& thread, uintptr_t word, uint8_t mask,
                                                                       Half now) {
  uint64_t* at = cellAt(word);
  SpinGuard guard(lockOf(at));
  Bytes bytes(loadCell(at), word);
  Half write = writeHalf(bytes.cell), read = readHalf(bytes.cell);
  if (!write || bytes.cell & cellTags || !isOrdered(thread, write)) return false;
  if (read == (now | maskedPart) && bytes.detail & detailMark && !(bytes.detail & oneOlder) &&
      ownerIn(bytes.detail) == ownerOf(write, read)) {
    bytes.detail = withBytes<false>(bytes.detail, mask);
    if (readIn(bytes.detail) == 0xff) return false; // the cell says so then
    storeDetail(word, bytes);
    return true;
  }
  if (read && slotOf(epochOf(read)) != thread.slot) {
    if (usesDetail(bytes.cell) && !(bytes.detail & detailMark && ownerIn(bytes.detail) == ownerOf(write, read)))
      return false;
    // Without its reads, the cell has no earlier ones that are told by how much earlier they are.
    if (!isSettled(read) && (read != write || usesDetail(bytes.cell))) return false;
    if (bytes.detail >> firstOlder & ((uint64_t(1) << olderCount * olderBits) - 1)) return false;
    bytes.cell = makeCell(write, 0);
    if (usesDetail(bytes.cell))
      bytes.detail =
          detailMark | uint64_t(ownerOf(write, 0)) << ownerAt | uint64_t(writtenIn(bytes.detail)) << writtenAt;
    else
      bytes.detail = 0;
  }
  if (!addBytes<false>(bytes, ownerOf(write, now), mask, now)) return false;
  storeDetail(word, bytes);
  storeCell(at, bytes.cell);
  return true;
}

template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchHalfOfOther(Thread& thread, uintptr_t address, Half now) {
  uint64_t* at = cellAt(address);
  SpinGuard guard(lockOf(at));
  uint64_t cell = loadCell(at);
  Half write = writeHalf(cell), read = readHalf(cell);
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
  storeLocations(at, address & ~uintptr_t(7), address & 4 ? Locations{cell, touched} : Locations{touched, cell});
  return true;
}

template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchParts(Thread& thread, uintptr_t word, uint8_t mask,
                                                                 Half now) {
  Inside inside(thread);
  if (now != stewardEpoch) return false;
  uint64_t *at = cellAt(word), cell = cellApart(thread, word);
  Access access = accessOf(thread, word, isWrite, now);
  if (!(cell & cellTags) && !(thread.slot >> ownerBits) && isOwnLocation(cell, now))
    return touchOwnParts(access, at, cell, word, mask);
  if (!isWrite && cell & cellTags && readAgain(thread, word, mask, now)) return true;
  if (!isWrite && mask == 0xff && readLikeOthers(access, at, cell)) return true;
  SpinGuard guard(lockOf(at));
  cell = loadCell(at);
  if (!cell || isExpandedCell(cell) || isAtomicCell(cell)) return false;
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
  if (!update(access, parts, mask, true, word) && (!hasSettledSince(parts) || !update(access, parts, mask, true, word)))
    return false;
  storeParts(parts, word, at);
  if (!isWrite && mask == 0xff) rememberIfReader(thread, parts.read);
  return true;
}

template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchExpanded(Thread& thread, uintptr_t word, uint8_t mask,
                                                                    Half now) {
  // Now and then the slower way is gone, which finds out whether the word need not be expanded any more.
  constexpr uint32_t often = 32;
  if (++thread.expandedTouches % often == 0) return false;
  Inside inside(thread);
  if (now != stewardEpoch) return false;
  uint64_t* at = cellAt(word);
  SpinGuard guard(lockOf(at));
  uint64_t cell = loadCell(at);
  if (!isExpandedCell(cell)) return false;
  Expanded& expanded = expandedOf(writeHalf(cell));
  if (expanded.hasAtomics || (expanded.shift && !isHalves(mask))) return false;
  uint64_t last = 0; // neighbours are mostly alike
  for (unsigned i = 0; i < expanded.parts(); ++i) {
    if (!(mask & expanded.partMask(i)) || expanded.cells[i] == last) continue;
    last = expanded.cells[i];
    if (hasConflict(thread, last, isWrite)) return false;
  }
  if (isWrite && mask == 0xff) {
    freeExpanded(writeHalf(cell));
    storeCell(at, makeCell(now, now));
    return true;
  }
  Access access = accessOf(thread, word, isWrite, now);
  Conflict none{};
  uint64_t before = 0, after = 0;
  for (unsigned i = 0; i < expanded.parts(); ++i) {
    if (!(mask & expanded.partMask(i))) continue;
    uint64_t& location = expanded.cells[i];
    if (location && location == before) {
      if (after == before) continue;
      shareSet(readHalf(after));
      leaveSet(readHalf(before));
      location = after;
      continue;
    }
    before = location;
    location = updateLocation(access, location, true, word, 1, none);
    // Written in this span, and not known to be read: so that the next read is told to be nothing new.
    if (!isWrite && writeHalf(location) == now && !(readHalf(location) & tagMark) &&
        isOrdered(thread, readHalf(location)))
      location = makeCell(now, now);
    after = location;
  }
  return true;
}

bool touchAtomic(Thread& thread, AccessKind kind, uintptr_t address, size_t bytes, const Site* site,
                 const uintptr_t* frame) {
  uint64_t* at = cellAt(address);
  if (!thread.touchesLightly || bytes < 4 || address % bytes || !isAtomicCell(loadCell(at))) return false;
  Caller caller = callerAt(thread, frame, nullptr);
  if (!caller.isKnown) return false;
  Inside inside(thread);
  bool isWrite = kind == AccessKind::AtomicWrite, changed;
  Half now = stewardEpoch;
  Access access{thread, kind, isWrite, true, now, address, bytes, site, frame};
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
template bool touchHalfOfOther<false>(Thread&, uintptr_t, Half);
template bool touchHalfOfOther<true>(Thread&, uintptr_t, Half);
template bool touchParts<false>(Thread&, uintptr_t, uint8_t, Half);
template bool touchParts<true>(Thread&, uintptr_t, uint8_t, Half);
template bool touchExpanded<false>(Thread&, uintptr_t, uint8_t, Half);
template bool touchExpanded<true>(Thread&, uintptr_t, uint8_t, Half);

} // namespace steward::runtime
