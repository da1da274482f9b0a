// Shadow cells: where they lie and how they read. The layout is in abi.h.
//
//   cell 0            nothing of its own: the block's cell says what is known of it
//   low half tagged   the word is expanded: its halves or bytes have cells of their own (side.h)
//   low half tagged   and with the low part's mark: what is known of the upper four bytes is in the detail (split.h);
//                     or in the cell (close_cell.h), if the high half is tagged and has the high part's mark
//   low half tagged   and with the high part's mark: one span of one thread, and which bytes it was about (span_cell.h)
//   low half tagged   and masked: only atomic accesses are known. Each half names the set (side.h) of those to its four
//                     bytes
//   high half tagged  read by several threads with no order between them: a set of readers (side.h)
//   part              the half speaks of these four bytes only, the others have no such access
//
// A block's cell speaks of every word in the block whose own cell is 0: of those that follow it. Its low part mark (low
// half) says that there may be words whose cell is not; and if it says anything at all of the others, which these are,
// apart from it, is in the mask behind it. Some of those that are apart may be in the block's group, which has one cell
// for all of them; each one's own is 0.
#pragma once

#include "runtime/thread.h"

namespace steward::runtime {

using Half = uint32_t;

inline constexpr uint64_t cellTags = uint64_t(tagMark) << 32 | tagMark;
inline constexpr uint64_t cellMarks = cellTags | uint64_t(partMarks) << 32 | partMarks;
inline constexpr uint64_t refinedMark = lowPart; // of a block's cell
inline constexpr Half atomicMarks = tagMark | partMarks;
inline constexpr uint64_t splitMarks = uint64_t(lowPart) << 32 | tagMark | lowPart;
inline constexpr uint64_t closeMarks = uint64_t(tagMark | highPart) << 32 | tagMark | lowPart;
inline constexpr Half noAtomics = atomicMarks;                 // the half of a cell whose four bytes have none
inline constexpr Half beforeAll = makeEpoch(0, 1) << markBits; // slot 0: ordered before everything
inline constexpr uint64_t virginCell = uint64_t(beforeAll) << 32 | beforeAll;
// Of memory that a thread has just been given: as if it had written it before everything. It says no more than
// virginCell, but the thread's first accesses find it to be its own, and need not compare and swap.
inline constexpr uint64_t freshCell(uint32_t slot) {
  Half half = makeEpoch(slot, 0) << markBits;
  return uint64_t(half) << 32 | half;
}
// Whatever the slot.
inline bool isFreshCell(uint64_t cell) {
  return cell && Half(cell) == Half(cell >> 32) && !(cell & (clockLimit << markBits | tagMark | partMarks));
}
inline constexpr size_t blockBytes = size_t(1) << blockBits, blockWords = blockBytes / 8;

inline Half writeHalf(uint64_t cell) { return Half(cell); }
inline Half readHalf(uint64_t cell) { return Half(cell >> 32); }
inline uint64_t makeCell(Half write, Half read) { return uint64_t(read) << 32 | write; }
inline Epoch epochOf(Half half) { return half >> markBits; }

inline bool isAtomicCell(uint64_t cell) { return (writeHalf(cell) & atomicMarks) == atomicMarks; }
inline bool isExpandedCell(uint64_t cell) { return (writeHalf(cell) & (tagMark | partMarks)) == tagMark; }
inline bool isSpanCell(uint64_t cell) { return (writeHalf(cell) & (tagMark | partMarks)) == spanMarks; }
inline bool isSplitCell(uint64_t cell) { return (writeHalf(cell) & (tagMark | partMarks)) == (tagMark | lowPart); }
// One of the two kinds of split cells.
inline bool isCloseCell(uint64_t cell) { return (cell & cellMarks) == closeMarks; }
// One location, maybe with a set of readers: what a block's cell can be, too.
inline bool isWholeCell(uint64_t cell) { return cell && !(cell & cellMarks & ~(uint64_t(tagMark) << 32)); }

inline uint64_t linear(uintptr_t at) { return at & linearMask; }
inline uint64_t* cellAt(uintptr_t at) {
  return reinterpret_cast<uint64_t*>((linear(at) & ~uint64_t(7)) + shadowOffset);
}
// Where the program's memory can lie.
struct ProgramArea {
  uint64_t from, to, detailOffset;
};
inline constexpr ProgramArea programAreas[] = {
    {0, lowEnd, lowDetailOffset}, {middleStart, middleEnd, middleDetailOffset}, {highStart, highEnd, highDetailOffset}};

// By the uppermost four bits of an address, each of which belong to one part of the address space.
inline constexpr unsigned partShift = 43;
struct DetailOffsets {
  uint64_t of[16];
};
inline constexpr DetailOffsets detailOffsets = [] {
  DetailOffsets offsets{};
  for (uint64_t i = 0; i < 16; ++i) {
    uint64_t end = (i + 1) << partShift;
    offsets.of[i] = end <= middleStart ? lowDetailOffset : end <= highStart ? middleDetailOffset : highDetailOffset;
  }
  return offsets;
}();
static_assert(lowEnd <= uint64_t(1) << partShift && middleStart >> partShift != 0 &&
              (middleEnd - 1) >> partShift < highStart >> partShift);

inline uint64_t* detailAt(uintptr_t at) {
  return reinterpret_cast<uint64_t*>((at & ~uintptr_t(7)) + detailOffsets.of[at >> partShift]);
}
inline constexpr uint64_t blockStateBytes = 16;
inline uint64_t* blockAt(uintptr_t at) {
  return reinterpret_cast<uint64_t*>((linear(at) >> blockBits) * blockStateBytes + blockOffset);
}
inline uint64_t& apartFrom(uint64_t* block) { return block[1]; } // a bit for each word
// Words that were accessed together, without the others of their block: every second one, a column, a part.
struct BlockGroup {
  uint64_t location; // 0: there is none
  uint64_t words;    // a bit for each
};
static_assert(sizeof(BlockGroup) == blockStateBytes);
inline BlockGroup& groupOf(uint64_t* block) {
  return *reinterpret_cast<BlockGroup*>(reinterpret_cast<uintptr_t>(block) - blockOffset + groupOffset);
}

inline uint64_t loadCell(const uint64_t* cell) { return __atomic_load_n(cell, __ATOMIC_RELAXED); }
inline void storeCell(uint64_t* cell, uint64_t value) { __atomic_store_n(cell, value, __ATOMIC_RELAXED); }

// For a cell that another thread may be changing too. False when it has: look again.
inline bool replaceCell(uint64_t* cell, uint64_t old, uint64_t value) {
  return __atomic_compare_exchange_n(cell, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

// Whether an access happened before whatever the thread does now. Its own slot's always did.
inline bool isOrdered(const Thread& thread, Half half) {
  Epoch epoch = epochOf(half);
  return slotOf(epoch) == thread.slot || thread.clock.covers(epoch);
}

// Whether a location without tags has only accesses of the thread in it whose epoch this is. Then a plain store will
// do: what another thread stores at the same moment is compared with these by that thread.
[[gnu::always_inline]] inline bool isOwnLocation(uint64_t location, Half now) {
  auto isOthers = [&](Half half) { return (half ^ now) >> (clockBits + markBits); };
  Half write = writeHalf(location), read = readHalf(location);
  if (!(isOthers(write) | isOthers(read))) return true;
  return (!write || !isOthers(write)) && (!read || !isOthers(read));
}

// Up to here, each slot's time has passed for every thread that lives or will: what happened then is before everything.
extern uint32_t settledClocks[slotLimit];
inline bool isSettled(Half half) { return clockOf(epochOf(half)) <= settledClocks[slotOf(epochOf(half))]; }

} // namespace steward::runtime
