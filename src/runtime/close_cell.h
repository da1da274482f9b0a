// Words whose two halves of four bytes differ, of which only one thread's accesses are known, none of them long ago:
//
//   low half    the latest span's epoch, closeMarks
//   high half   14 bits for each half of the word: how many spans before its last access its last write was (7 bits;
//               writtenNever), and the last seven bits of the clock at that access; closeMarks
//
//   int a, b;    a = 1;  unlock;  unlock;  b = 2;  use(b);      cell: span 3; a: 0, 1; b: 0, 3
//
// So a table of 32-bit numbers, or two fields of a structure, need no other line of the cache than whole words do. And
// an access to one half changes nothing of what stands there of the other. What is more than that has the upper half in
// the detail (split.h). The marks are such that no comparison of a half takes these bits for an epoch.
#pragma once

#include "runtime/span_cell.h"

namespace steward::runtime {

inline constexpr unsigned stepBits = 7, nearBits = 2 * stepBits, nearAt = 32 + markBits;
inline constexpr uint32_t mostSteps = (1u << stepBits) - 1, writtenNever = mostSteps, allNear = (1u << nearBits) - 1;

inline unsigned nearShift(bool isHigh) { return nearAt + (isHigh ? nearBits : 0); }
inline uint32_t nearOf(uint64_t cell, bool isHigh) { return uint32_t(cell >> nearShift(isHigh)) & allNear; }
inline uint32_t lastSteps(Half epoch) { return (epoch >> markBits) & mostSteps; }
inline Half closeEpoch(uint64_t cell) { return writeHalf(cell) & ~(tagMark | partMarks); }
// How long before the cell's own span a half was last accessed.
inline uint32_t stepsTo(uint32_t near, Half epoch) { return (lastSteps(epoch) - (near >> stepBits)) & mostSteps; }

// What is known of one half, as a location; in a cell of this epoch.
inline uint64_t locationOf(uint32_t near, Half epoch) {
  Half read = epoch - (stepsTo(near, epoch) << markBits);
  uint32_t sinceWrite = near & mostSteps;
  return makeCell(sinceWrite == writtenNever ? 0 : read - (sinceWrite << markBits), read);
}
inline uint64_t closeLocation(uint64_t cell, bool isHigh) { return locationOf(nearOf(cell, isHigh), closeEpoch(cell)); }

inline uint64_t makeCloseCell(Half epoch, uint32_t low, uint32_t high) {
  return closeMarks | uint64_t(low | high << nearBits) << nearAt | epoch;
}

// The locations are of spans of the epoch's slot, up to it. 0: they are too old, or alike, or one says nothing.
[[gnu::always_inline]] inline uint64_t makeCloseCellOf(Half epoch, uint64_t low, uint64_t high) {
  bool isNear = low != high;
  auto near = [&](uint64_t location) __attribute__((always_inline)) {
    Half write = writeHalf(location), read = readHalf(location);
    uint32_t sinceWrite = (read - write) >> markBits;
    isNear &= (read != 0) & ((epoch - read) >> markBits <= mostSteps) & (!write | (sinceWrite < writtenNever));
    return (write ? sinceWrite : writtenNever) | lastSteps(read) << stepBits;
  };
  uint32_t ofLow = near(low), ofHigh = near(high);
  return isNear ? makeCloseCell(epoch, ofLow, ofHigh) : 0;
}

// Whether a half was accessed so in the cell's own span.
template <bool isWrite>
[[gnu::always_inline]] inline bool isNearNow(uint32_t near, Half epoch) {
  uint32_t now = lastSteps(epoch);
  return isWrite ? near == now << stepBits : near >> stepBits == now;
}
// All of one half, or of both, was accessed so in the span.
template <bool isWrite>
[[gnu::always_inline]] inline bool isInClose(uint64_t cell, uint8_t mask, Half now) {
  return closeEpoch(cell) == now && (!(mask & 0x0f) || isNearNow<isWrite>(nearOf(cell, false), now)) &&
         (!(mask & 0xf0) || isNearNow<isWrite>(nearOf(cell, true), now));
}

// The cell after an access of the thread to one half, or both; one location if that is enough. 0: some of it is too
// old, or another thread's.
template <bool isWrite>
[[gnu::always_inline]] inline uint64_t touchedClose(uint64_t cell, uint8_t mask, Half now) {
  if (!isOfSlot(writeHalf(cell), now)) return 0;
  uint64_t low = closeLocation(cell, false), high = closeLocation(cell, true);
  if (mask & 0x0f) low = makeCell(isWrite ? now : writeHalf(low), now);
  if (mask & 0xf0) high = makeCell(isWrite ? now : writeHalf(high), now);
  return low == high ? low : makeCloseCellOf(now, low, high);
}

// The same for one half of a word that has such a cell, or is one location.
template <bool isWrite>
[[gnu::always_inline]] inline bool isHalfNow(uint64_t cell, bool isHigh, Half now) {
  if ((isWrite ? writeHalf(cell) : readHalf(cell)) == now) return true;
  return !((cell ^ (closeMarks | now)) & (~Half(0) | cellMarks)) && isNearNow<isWrite>(nearOf(cell, isHigh), now);
}
// The cell after an access of the thread to that half; 0 as above. Which of the two it is, and will be, changes with
// each access to a table, so there is no branch on it.
template <bool isWrite>
[[gnu::always_inline]] inline uint64_t touchedHalf(uint64_t cell, bool isHigh, Half now) {
  uint64_t marks = cell & cellMarks;
  bool isClose = marks;
  if (!cell || (isClose && marks != closeMarks)) [[unlikely]]
    return 0;
  Half write = closeEpoch(cell), read = __builtin_unpredictable(isClose) ? write : readHalf(cell);
  uint32_t isOthers = (read ^ now) | (write ? write ^ now : 0);
  if (isOthers >> (clockBits + markBits)) [[unlikely]]
    return 0;
  // Of one location, what a half of it would be.
  uint32_t sinceWrite = write ? (read - write) >> markBits : writtenNever;
  uint32_t whole = sinceWrite | lastSteps(read) << stepBits;
  uint32_t own = __builtin_unpredictable(isClose) ? nearOf(cell, isHigh) : whole,
           other = __builtin_unpredictable(isClose) ? nearOf(cell, !isHigh) : whole;
  uint32_t step = (now - read) >> markBits, otherSteps = step + stepsTo(other, read);
  if ((sinceWrite >= writtenNever && write) || step > mostSteps || otherSteps > mostSteps) [[unlikely]]
    return 0;
  uint32_t ownWrite = 0;
  if (!isWrite) {
    uint32_t before = own & mostSteps, steps = before + step + stepsTo(own, read);
    if (before != writtenNever && steps >= writtenNever) [[unlikely]]
      return 0;
    ownWrite = before == writtenNever ? writtenNever : steps;
  }
  own = ownWrite | lastSteps(now) << stepBits;
  Half wholeWrite = ownWrite == writtenNever ? 0 : now - (ownWrite << markBits);
  uint64_t nears = (uint64_t(own) << nearShift(isHigh)) | (uint64_t(other) << nearShift(!isHigh));
  return own == other ? makeCell(wholeWrite, now) : closeMarks | nears | now;
}

} // namespace steward::runtime
