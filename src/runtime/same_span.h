// Whether a check is one that this thread has made in this span, of the same bytes or more: there is nothing to do
// then. All of this goes without a lock. What is read beside the cell (its detail, a set of readers, an expanded word)
// belongs to the cell if the cell is still the same afterwards.
#pragma once

#include "runtime/block.h"
#include "runtime/parts.h"

namespace steward::runtime {

// The usual case: the half has this thread's epoch, or names the set of readers that the thread met last. Compared
// here, once in the program and not at each check; and before registers are saved for anything more.
template <bool isWrite>
[[gnu::always_inline]] inline bool isSamePart(uintptr_t word, uint8_t mask) {
  const uint64_t* at = cellAt(word);
  uint64_t cell = loadCell(at);
  Half now = __steward_epoch, half = isWrite ? writeHalf(cell) : readHalf(cell);
  if (half == now || (!isWrite && half == __steward_shared)) return now != 0;
  if ((half ^ now) & ~partMarks || writeHalf(cell) & tagMark || !now) return false;
  uint8_t known = withoutDetail(half);
  if (known) return !(mask & ~known);
  known = uint8_t(__atomic_load_n(detailAt(word), __ATOMIC_ACQUIRE) >> (isWrite ? 0 : 8));
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return !(mask & ~known) && loadCell(at) == cell;
}

// Bytes that need not lie in one word.
template <bool isWrite>
[[gnu::always_inline]] inline bool isSamePartOfRange(uintptr_t at, size_t bytes) {
  constexpr size_t longest = 256;
  if (bytes - 1 >= longest) return false;
  uintptr_t end = at + bytes, last = (end - 1) & ~uintptr_t(7);
  for (uintptr_t word = at & ~uintptr_t(7); word <= last; word += 8) {
    unsigned from = word < at ? unsigned(at - word) : 0, to = end - word < 8 ? unsigned(end - word) : 8;
    if (!isSamePart<isWrite>(word, byteMask(from, to))) return false;
  }
  return true;
}

template <bool isWrite>
inline bool isSameInExpanded(const Expanded& expanded, uint8_t mask) {
  Half now = __steward_epoch;
  auto isNow = [&](unsigned part) {
    return (isWrite ? writeHalf(expanded.cells[part]) : readHalf(expanded.cells[part])) == now;
  };
  if (expanded.shift) return isHalves(mask) && (!(mask & 0x0f) || isNow(0)) && (!(mask & 0xf0) || isNow(1));
  for (unsigned part = 0; mask; ++part, mask >>= 1)
    if (mask & 1 && !isNow(part)) return false;
  return true;
}

// The thread is among those that have read all of these bytes.
inline bool isSameReader(const uint64_t* at, uint64_t cell, uintptr_t word, uint8_t mask) {
  Half half = readHalf(cell), now = __steward_epoch;
  uint8_t known = withoutDetail(half);
  if (!known) known = uint8_t(__atomic_load_n(detailAt(word), __ATOMIC_ACQUIRE) >> 8);
  bool isSame = !(mask & ~known) && contains(setOf(half), epochOf(now));
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (!isSame || loadCell(at) != cell) return false;
  // The inlined comparison can tell the next time, if this is where many words are alike.
  if (!(half & partMarks) && half != __steward_shared && ++stewardCurrentThread->sharedMisses % 16 == 0) {
    SpinGuard guard(lockOf(at));
    if (loadCell(at) == cell) rememberShared(*stewardCurrentThread, half);
  }
  return true;
}

// The same beyond the usual case, after it: for bytes of one word.
template <bool isWrite>
inline bool isSameBeside(uintptr_t word, uint8_t mask) {
  const uint64_t* at = cellAt(word);
  uint64_t cell = loadCell(at);
  if (!(cell & cellTags) || isAtomicCell(cell) || !__steward_epoch) return false;
  if (!(writeHalf(cell) & tagMark)) return !isWrite && isSameReader(at, cell, word, mask);
  bool isSame = isSameInExpanded<isWrite>(expandedOf(writeHalf(cell)), mask);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return isSame && loadCell(at) == cell;
}

// An atomic access like one before it in this span: without a lock.
inline bool isSameAtomic(uintptr_t address, size_t bytes, bool isWrite) {
  const uint64_t* at = cellAt(address);
  uint64_t cell = loadCell(at);
  if (!isAtomicCell(cell) || bytes < 4 || address % bytes) return false;
  Epoch now = epochOf(__steward_epoch);
  auto isIn = [&](Half half) {
    return half != noAtomics &&
           (contains(setOf(half), now | atomicWriteMark) || (!isWrite && contains(setOf(half), now)));
  };
  bool isSame = (bytes == 8 || !(address & 4) ? isIn(writeHalf(cell)) : true) &&
                (bytes == 8 || address & 4 ? isIn(readHalf(cell)) : true);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return isSame && now && loadCell(at) == cell;
}

} // namespace steward::runtime
