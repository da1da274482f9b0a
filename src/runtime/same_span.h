// Whether a check is one that this thread has made in this span, of the same bytes or more: there is nothing to do
// then. All of this goes without a lock. What is read beside the cell (its detail, a set of readers, an expanded word)
// belongs to the cell if the cell is still the same afterwards.
#pragma once

#include "runtime/block.h"
#include "runtime/byte_list.h"
#include "runtime/own_reads.h"
#include "runtime/split.h"

namespace steward::runtime {

// Halves of a split word.
template <bool isWrite>
[[gnu::always_inline]] inline bool isSameInSplit(const uint64_t* at, uint64_t cell, uintptr_t word, uint8_t mask) {
  auto isNow = [](uint64_t location) { return (isWrite ? writeHalf(location) : readHalf(location)) == stewardEpoch; };
  if (isCloseCell(cell)) return isInClose<isWrite>(cell, mask, stewardEpoch);
  if (mask & 0x0f && !isNow(lowLocation(cell))) return false;
  if (!(mask & 0xf0)) return true;
  bool isSame = isNow(highLocation(cell, word));
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return isSame && loadCell(at) == cell;
}

// A split word that is accessed again in a span becomes whole again if it can, so that the inlined comparison will do
// for it; not at the first access, since the elements of a table may have no second.
[[gnu::always_inline]] inline bool joinHalves(uint64_t* at, uint64_t cell, uintptr_t address) {
  if (isCloseCell(cell)) return true; // it is whole if it can be
  uint64_t low = lowLocation(cell);
  bool isWhole = !(low & cellTags) && isOwnLocation(low, stewardEpoch) && low == highLocation(cell, address);
  if (isWhole && !options.exact) storeCell(at, low);
  return true;
}

// The usual case: the half of its kind has this thread's epoch, or names the set of readers that the thread met last.
// Compared here, once in the program and not at each check; and before more than a few registers are saved. (A half
// with the epoch and no tag says the same in a split word, of its lower part.)
template <bool isWrite>
[[gnu::always_inline]] inline bool isSameHalf(uintptr_t word, uint8_t mask) {
  const uint64_t* at = cellAt(word);
  uint64_t cell = loadCell(at);
  Half now = stewardEpoch, half = isWrite ? writeHalf(cell) : readHalf(cell), marks = half ^ now;
  if (marks == 0 || (!isWrite && half == stewardShared)) return now != 0;
  if (!now) return false;
  if (marks > partMarks) return isInSpan<isWrite>(cell, mask, now);
  return !(mask & (marks == lowPart ? 0xf0 : 0x0f));
}

// The most usual of those for bytes that may lie across two words, each of which may be whole.
template <bool isWrite>
[[gnu::always_inline]] inline bool isSameAcross(uintptr_t at, size_t bytes) {
  uintptr_t last = at + bytes - 1;
  Half now = stewardEpoch;
  auto isIn = [&](uintptr_t address, uint64_t mask) __attribute__((always_inline)) {
    uint64_t* place = cellAt(address);
    uint64_t cell = loadCell(place);
    return (isWrite ? writeHalf(cell) : readHalf(cell)) == now || isInSpan<isWrite>(cell, uint8_t(mask), now) ||
           (isSplitCell(cell) && isSameInSplit<isWrite>(place, cell, address & ~uintptr_t(7), uint8_t(mask)) &&
            joinHalves(place, cell, address));
  };
  uint8_t from = uint8_t(0xff << (at & 7)), to = uint8_t(0xff >> (~last & 7));
  uintptr_t words = last / 8 - at / 8;
  if (!words) return now && isIn(at, from & to);
  return now && words == 1 && isIn(last, to) && isIn(at, from);
}

// Four bytes, aligned, of a split word.
template <bool isWrite>
[[gnu::always_inline]] inline bool isSameInHalf(uintptr_t address, uint64_t cell) {
  if (isCloseCell(cell)) return isInClose<isWrite>(cell, address & 4 ? 0xf0 : 0x0f, stewardEpoch);
  uint64_t location = address & 4 ? highLocation(cell, address) : lowLocation(cell);
  Half now = stewardEpoch;
  return (isWrite ? writeHalf(location) : readHalf(location)) == now && now &&
         joinHalves(cellAt(address), cell, address);
}

// All cases but those of isSameBeside().
template <bool isWrite>
[[gnu::always_inline]] inline bool isSamePart(uintptr_t word, uint8_t mask) {
  if (isSameHalf<isWrite>(word, mask)) return true;
  const uint64_t* at = cellAt(word);
  uint64_t cell = loadCell(at);
  Half now = stewardEpoch, write = writeHalf(cell), read = readHalf(cell);
  if (!now) return false;
  if (isSplitCell(cell)) return isSameInSplit<isWrite>(at, cell, word, mask);
  // A read of what was written in this span says nothing new.
  if (isWrite || write & tagMark || (write ^ now) & ~partMarks) return false;
  bool isReadNow = !((read ^ now) & ~partMarks);
  return !(mask & ~(bytesIn(write) | (isReadNow ? bytesIn(read) : 0)));
}

// Bytes that need not lie in one word.
inline constexpr size_t shortRange = 256;
template <bool isWrite>
[[gnu::always_inline]] inline bool isSameRange(uintptr_t at, size_t bytes) {
  if (bytes - 1 >= shortRange) return false;
  uintptr_t end = at + bytes, word = at & ~uintptr_t(7);
  uint8_t mask = uint8_t(0xff << (at & 7));
  auto isSame = [&] {
    if (isSameHalf<isWrite>(word, mask)) return true;
    if (isWrite) return false;
    const uint64_t* cell = cellAt(word);
    return stewardCurrentThread && isInOwnReads(*stewardCurrentThread, cell, loadCell(cell), word, mask, stewardEpoch);
  };
  for (; word + 8 < end; word += 8, mask = 0xff)
    if (!isSame()) return false;
  mask &= byteMask(0, unsigned(end - word));
  return isSame();
}

template <bool isWrite>
inline bool isSameInExpanded(const Expanded& expanded, uint8_t mask) {
  Half now = stewardEpoch;
  auto isNow = [&](unsigned part) {
    return (isWrite ? writeHalf(expanded.cells[part]) : readHalf(expanded.cells[part])) == now;
  };
  if (expanded.shift) return isHalves(mask) && (!(mask & 0x0f) || isNow(0)) && (!(mask & 0xf0) || isNow(1));
  for (unsigned part = 0; mask; ++part, mask >>= 1)
    if (mask & 1 && !isNow(part)) return false;
  return true;
}

inline ReadMemo& readMemoOf(Thread& thread, const uint64_t* at) {
  return thread.readMemos[uintptr_t(at) / sizeof *at % readMemoCount];
}

// Not of memory that was not written yet: it may be given back and be new again, with another set of the same name.
inline void keepReadMemo(Thread& thread, const uint64_t* at, uint64_t cell, Half now, uint8_t mask) {
  Half write = writeHalf(cell) & ~partMarks;
  if (write && write != beforeAll && clockOf(epochOf(write))) readMemoOf(thread, at) = {at, cell, now, mask};
}

[[gnu::always_inline]] inline bool isRemembered(Thread& thread, const uint64_t* at, uint64_t cell, uint8_t mask) {
  const ReadMemo& memo = readMemoOf(thread, at);
  return memo.at == at && memo.cell == cell && memo.epoch == stewardEpoch && !(mask & ~memo.mask);
}
[[gnu::always_inline]] inline bool isRemembered(uintptr_t address, uint8_t mask) {
  uint64_t* at = cellAt(address);
  return stewardCurrentThread && isRemembered(*stewardCurrentThread, at, loadCell(at), mask);
}

// The inlined comparison can tell the next time, if this is where many words are alike: this thread is in the set that
// the half of the cell names, of the whole word or of its lower part.
inline void noteSharedMiss(const uint64_t* at, uint64_t cell, Half half) {
  Half set = half & ~lowPart;
  Thread* thread = stewardCurrentThread;
  if (set & partMarks || !(set & tagMark) || set == stewardShared || !thread || isAlone(setOf(set)) ||
      ++thread->sharedMisses % 16)
    return;
  SpinGuard guard(lockOf(at));
  if (loadCell(at) == cell) rememberShared(*thread, set);
}

// The thread is among those that have read all of these bytes.
inline bool isSameReader(const uint64_t* at, uint64_t cell, uintptr_t word, uint8_t mask) {
  Half half = readHalf(cell), now = stewardEpoch;
  if (stewardCurrentThread && isRemembered(*stewardCurrentThread, at, cell, mask)) return true;
  uint8_t known = bytesIn(half);
  bool isSame = !(mask & ~known) && contains(setOf(half), epochOf(now));
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (!isSame || loadCell(at) != cell) return false;
  if (stewardCurrentThread) keepReadMemo(*stewardCurrentThread, at, cell, now, known);
  noteSharedMiss(at, cell, half);
  return true;
}

inline bool isSameReaderOfSplit(const uint64_t* at, uint64_t cell, uintptr_t word, uint8_t mask) {
  Half now = stewardEpoch;
  auto isReader = [&](Half read) { return read & tagMark ? contains(setOf(read), epochOf(now)) : read == now; };
  uint64_t high = highLocation(cell, word);
  bool isSame =
      (!(mask & 0x0f) || isReader(readHalf(lowLocation(cell)))) && (!(mask & 0xf0) || isReader(readHalf(high)));
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (!isSame || loadCell(at) != cell || highLocation(cell, word) != high) return false;
  if (mask == 0x0f) noteSharedMiss(at, cell, readHalf(cell));
  return true;
}

// What was read in this span stands behind another thread's. (The detail is not looked at again: that the thread has
// read this stays true.)
inline bool isInDetail(uint64_t cell, uint64_t detail, uint8_t mask, Half now) {
  return !(cell & (beforeIsList | beforeIsChain)) && !(spanWritten(cell) & mask) && isInSpan<false>(detail, mask, now);
}

// The same beyond the usual case, after it: for bytes of one word.
template <bool isWrite>
inline bool isSameBeside(uintptr_t word, uint8_t mask) {
  const uint64_t* at = cellAt(word);
  uint64_t cell = loadCell(at);
  if (!(cell & cellTags) || isAtomicCell(cell) || !stewardEpoch) return false;
  if (isSpanCell(cell)) {
    ListName list = listBehind(cell, word);
    if (!isWrite && !list && hasOtherReads(cell)) return isInDetail(cell, loadCell(detailAt(word)), mask, stewardEpoch);
    bool isSame = list && isInList<isWrite>(listOf(list), mask, stewardEpoch);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return isSame && loadCell(at) == cell && listBehind(cell, word) == list;
  }
  if (isSplitCell(cell)) return !isWrite && isSameReaderOfSplit(at, cell, word, mask);
  if (!(writeHalf(cell) & tagMark)) return !isWrite && isSameReader(at, cell, word, mask);
  bool isSame = isSameInExpanded<isWrite>(expandedOf(writeHalf(cell)), mask);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return isSame && loadCell(at) == cell;
}

// An atomic access like one before it in this span, to a word of which more is known than atomic accesses of halves: a
// flag of one byte. Not inlined.
[[gnu::noinline]] __attribute__((preserve_most)) bool
isSameAtomicInExpanded(const uint64_t* at, uint64_t cell, uintptr_t address, size_t bytes, bool isWrite);

// An atomic access like one before it in this span: without a lock.
[[gnu::always_inline]] inline bool isSameAtomic(uintptr_t address, size_t bytes, bool isWrite) {
  const uint64_t* at = cellAt(address);
  uint64_t cell = loadCell(at);
  if (!isAtomicCell(cell) || bytes < 4 || address % bytes)
    return isExpandedCell(cell) && isSameAtomicInExpanded(at, cell, address, bytes, isWrite);
  uint32_t now = epochOf(stewardEpoch) | atomicWriteMark;
  // Without a branch on which half it is: that is as good as random in a table.
  bool isSame = isInAtomicSet(Half(cell >> (address & 4) * 8), now, isWrite) &&
                (bytes == 4 || isInAtomicSet(readHalf(cell), now, isWrite));
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return isSame && now != atomicWriteMark && loadCell(at) == cell;
}

} // namespace steward::runtime
