// Words whose two halves of four bytes differ: the cell has what is known of the lower half, and the word's detail what
// is known of the upper, each as if it were the cell of a word. The marks of the cell keep it apart from a whole
// word's, also for the inlined comparison. What one thread has lately done to both is in the cell alone (close_cell.h).
#pragma once

#include "runtime/byte_list.h"
#include "runtime/close_cell.h"
#include "runtime/parts.h"

namespace steward::runtime {

// The lower half's location, and the marks on it.
inline uint64_t lowLocation(uint64_t cell) {
  return isCloseCell(cell) ? closeLocation(cell, false) : cell & ~splitMarks;
}
inline uint64_t splitCell(uint64_t lowLocation) { return lowLocation | splitMarks; }
// Nothing, if a thread that did not see that the word is split has left a detail of another kind there.
inline uint64_t highLocation(uint64_t cell, uintptr_t word) {
  if (isCloseCell(cell)) return closeLocation(cell, true);
  uint64_t detail = __atomic_load_n(detailAt(word), __ATOMIC_ACQUIRE);
  return detail & (tagMark | partMarks) ? 0 : detail;
}

// Each has a use of its set.
struct Locations {
  uint64_t low, high;
};

inline Locations locationsOf(uint64_t cell, uintptr_t word) { return {lowLocation(cell), highLocation(cell, word)}; }

// A cell that has both of them in it, if they are one thread's but for what has settled. 0: there is none.
inline uint64_t closeCellOf(Locations both) {
  if ((both.low | both.high) & cellTags) return 0;
  Half halves[] = {writeHalf(both.low), readHalf(both.low), writeHalf(both.high), readHalf(both.high)}, last = 0;
  for (Half& half : halves) {
    if (half && isSettled(half)) half = 0;
    if (half && last && !isOfSlot(half, last)) return 0;
    if (half > last) last = half;
  }
  uint64_t low = makeCell(halves[0], halves[1]), high = makeCell(halves[2], halves[3]);
  if (low && high) return makeCloseCellOf(last, low, high);
  auto marked = [](uint64_t location, Half part) {
    Half write = writeHalf(location), read = readHalf(location);
    return makeCell(write ? write | part : 0, read ? read | part : 0);
  };
  return low ? marked(low, lowPart) : high ? marked(high, highPart) : 0;
}

// The cell for them, one location when they are alike. What of it is the detail's is there then.
inline uint64_t cellFor(uintptr_t word, Locations both) {
  if (both.low == both.high) {
    leaveSet(readHalf(both.low));
    if (both.high & cellTags) storeCell(detailAt(word), 0); // it names no set any more
    return both.low;
  }
  if (uint64_t close = closeCellOf(both)) return close;
  storeCell(detailAt(word), both.high);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return splitCell(both.low);
}
inline void storeLocations(uint64_t* at, uintptr_t word, Locations both) { storeCell(at, cellFor(word, both)); }

// As parts; not when the halves name sets.
inline Parts partsOf(Locations both) {
  Parts parts{};
  unsigned olders = 0;
  auto add = [&](Half first, Half second, bool isWrite) {
    bool isFirstNewer = !second || (first && first >= second);
    Half newer = isFirstNewer ? first : second, older = isFirstNewer ? second : first;
    uint8_t newerMask = isFirstNewer ? 0x0f : 0xf0;
    if (first == second) newerMask = 0xff, older = 0;
    if (!newer) newerMask = 0;
    (isWrite ? parts.write : parts.read) = newer;
    (isWrite ? parts.written : parts.wasRead) = newerMask;
    if (older) parts.older[olders++] = {older, isWrite, uint8_t(~newerMask)};
  };
  add(writeHalf(both.low), writeHalf(both.high), true);
  add(readHalf(both.low), readHalf(both.high), false);
  return parts;
}

// Of parts in halves.
inline Locations locationsOf(const Parts& parts) {
  auto location = [&](uint8_t part) { return makeCell(halfOf(parts, true, part), halfOf(parts, false, part)); };
  Locations both{location(0x0f), location(0xf0)};
  if (readHalf(both.low) == readHalf(both.high)) shareSet(readHalf(both.low));
  return both;
}

// In the form that there is for it.
[[gnu::always_inline]] inline void storeParts(const Thread& thread, const Parts& parts, uintptr_t word, uint64_t* at) {
  bool isInHalves = areHalves(parts);
  if (parts.hasOlder() && isInHalves) return storeLocations(at, word, locationsOf(parts));
  uint64_t cell, detail = 0;
  if (isInHalves)
    cell = cellOf(parts);
  else if (!makeSpan(thread, parts, cell, detail))
    return storeList(thread, makeList(parts), at, word, stewardEpoch);
  detail ? storeSpan(at, word, cell, detail) : storeCell(at, cell);
}

} // namespace steward::runtime
