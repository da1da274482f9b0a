// Words whose two halves of four bytes differ, of which only one thread's accesses are known, none of them long ago:
//
//   low half    the latest span's epoch, closeMarks
//   high half   how many spans before that each was, 7 bits: the lower half's last write and last read since, the upper
//               half's; closeMarks
//
//   int a, b;    a = 1;  unlock;  unlock;  b = 2;      cell: span 3; a: 2, 2; b: 0, 0
//
// So a table of 32-bit numbers, or two fields of a structure, need no other line of the cache than whole words do. What
// is more than that has the upper half in the detail (split.h). The marks are such that no comparison of a half takes
// ages for an epoch.
#pragma once

#include "runtime/span_cell.h"

namespace steward::runtime {

inline constexpr unsigned ageBits = 7, agesAt = 32 + markBits;
inline constexpr uint32_t ageNone = (1u << ageBits) - 1; // there is no such access
enum CloseAge : unsigned { lowWrite = 0, lowRead = ageBits, highWrite = 2 * ageBits, highRead = 3 * ageBits };

// Where in the ages those of a half are.
inline unsigned agesOf(bool isHigh) { return isHigh ? highWrite : lowWrite; }
inline uint32_t closeAge(uint64_t cell, unsigned which) { return uint32_t(cell >> (agesAt + which)) & ageNone; }
inline Half closeEpoch(uint64_t cell) { return writeHalf(cell) & ~(tagMark | partMarks); }

// What is known of one half, as a location.
inline uint64_t closeLocation(uint64_t cell, bool isHigh) {
  auto half = [&](unsigned which) {
    uint32_t age = closeAge(cell, which);
    return age == ageNone ? 0 : closeEpoch(cell) - (age << markBits);
  };
  return makeCell(half(agesOf(isHigh) + lowWrite), half(agesOf(isHigh) + lowRead));
}

inline uint64_t makeCloseCell(Half epoch, uint32_t ages) { return closeMarks | uint64_t(ages) << agesAt | epoch; }

// The locations are of spans of the epoch's slot, up to it. 0: they are too old, or alike.
[[gnu::always_inline]] inline uint64_t makeCloseCell(Half epoch, uint64_t low, uint64_t high) {
  uint32_t ages = 0;
  bool isNear = low != high;
  auto add = [&](Half half, unsigned which) __attribute__((always_inline)) {
    uint32_t age = (epoch - half) >> markBits;
    isNear &= age < ageNone || !half;
    ages |= (half ? age : ageNone) << which;
  };
  add(writeHalf(low), lowWrite);
  add(readHalf(low), lowRead);
  add(writeHalf(high), highWrite);
  add(readHalf(high), highRead);
  return isNear ? makeCloseCell(epoch, ages) : 0;
}

// All of one half, or of both, was accessed so in the span.
template <bool isWrite>
[[gnu::always_inline]] inline bool isInClose(uint64_t cell, uint8_t mask, Half now) {
  constexpr unsigned which = isWrite ? lowWrite : lowRead;
  uint64_t wanted = (mask & 0x0f ? uint64_t(ageNone) << (agesAt + which) : 0) |
                    (mask & 0xf0 ? uint64_t(ageNone) << (agesAt + highWrite + which) : 0);
  return closeEpoch(cell) == now && !(cell & wanted);
}

// The cell after an access of the thread to one half, or both; one location if that is enough. 0: some of it is too
// old, or another thread's.
template <bool isWrite>
[[gnu::always_inline]] inline uint64_t touchedClose(uint64_t cell, uint8_t mask, Half now) {
  if (!isOfSlot(writeHalf(cell), now)) return 0;
  uint32_t step = (now - closeEpoch(cell)) >> markBits, ages = 0;
  bool isNear = true;
  auto add = [&](unsigned which, bool isTouched) __attribute__((always_inline)) {
    uint32_t age = closeAge(cell, which), older = age + step;
    isNear &= isTouched | (age == ageNone) | (older < ageNone);
    ages |= (isTouched ? 0 : age == ageNone ? ageNone : older) << which;
  };
  add(lowWrite, isWrite && mask & 0x0f);
  add(lowRead, mask & 0x0f);
  add(highWrite, isWrite && mask & 0xf0);
  add(highRead, mask & 0xf0);
  if (!isNear) return 0;
  uint64_t touched = makeCloseCell(now, ages);
  bool areAlike = (ages & ((1u << highWrite) - 1)) == ages >> highWrite;
  return areAlike ? closeLocation(touched, false) : touched;
}

} // namespace steward::runtime
