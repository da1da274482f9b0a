// Words that several threads read in every span, none after the others': each keeps what it has read for itself, in a
// table of its own, and the cell says only the last write and which tables have something.
//
//   low half    the last write of the whole word, as in a cell of one location; or nothing
//   high half   tables:29 atomicMarks       a bit for each
//
//   entry, 64 bits for 8 aligned bytes of the program, in a table; from the lowest bit on:
//               epoch:29 bytes:8     of the latest span
//               hasMore:1            an entry in the table's second half has two spans more
//               clock:17 bytes:8     of an earlier span of the same slot
//
//   "key" is read by two threads, each in every span:    cell: the write, threads 1 and 2
//                                                        table 1: span 7, bytes 0 to 2; span 1, byte 3
//                                                        table 2: span 9, bytes 0 to 2
//
// So a thread that reads again what it has read before changes memory that nobody else looks at: no line of the cache
// goes to and fro, there is no lock, and nothing is allocated. In the other forms (sets, lists) the readers of a word
// change one line in turn, which takes ten times as long as the check.
//
// Such a cell is changed under its lock. Whatever else happens to the word than such a read, first makes another form
// of it: gatherReads(). What a table has of a word counts as long as the cell has its bit. A table is one living
// thread's; who has it next replaces what is before its own reads, and nothing else. The thread looks at the cell
// before it changes an entry, and behind that: who takes the entries away changes the cell first, so that either sees
// the other, but for the moment that a store takes to become visible (with options.exact there are no such cells).
#pragma once

#include "runtime/parts.h"

namespace steward::runtime {

inline constexpr uint32_t readTables = 28; // from 1 on; not all of the bits, so that the half is never noSet

inline bool hasOwnReads(uint64_t cell) { return (cell & cellMarks) == uint64_t(atomicMarks) << 32; }
inline uint32_t ownReaders(uint64_t cell) { return readHalf(cell) >> markBits; }
inline uint64_t makeOwnReadsCell(Half write, uint32_t readers) {
  return makeCell(write, readers << markBits | atomicMarks);
}
inline uint32_t readerBit(uint32_t table) { return 1u << (table - 1); }
// Whether the cell is of this kind, and names the table, which may be 0.
inline bool hasReadsIn(uint64_t cell, uint32_t table) {
  return hasOwnReads(cell) && readHalf(cell) >> (markBits - 1) >> table & 1 && table;
}

// What an entry says.
struct OwnReads {
  Epoch epoch;
  uint32_t olderClock;
  uint8_t bytes, olderBytes; // none: then the clock says nothing
  bool hasMore;
};
inline constexpr unsigned readBytesAt = slotBits + clockBits, hasMoreAt = readBytesAt + 8, olderClockAt = hasMoreAt + 1,
                          olderBytesAt = olderClockAt + clockBits;
static_assert(olderBytesAt + 8 <= 64);
inline OwnReads ownReads(uint64_t entry) {
  return {Epoch(entry) & ((1u << readBytesAt) - 1), uint32_t(entry >> olderClockAt) & clockLimit,
          uint8_t(entry >> readBytesAt), uint8_t(entry >> olderBytesAt), (entry >> hasMoreAt & 1) != 0};
}
inline constexpr uint64_t entryBits(uint8_t bytes, bool hasMore, uint8_t olderBytes) {
  return uint64_t(bytes) << readBytesAt | uint64_t(hasMore) << hasMoreAt | uint64_t(olderBytes) << olderBytesAt;
}
inline uint64_t ownReadsEntry(const OwnReads& reads) {
  return reads.epoch | uint64_t(reads.olderClock) << olderClockAt |
         entryBits(reads.bytes, reads.hasMore, reads.olderBytes);
}
// Of the latest span.
inline bool isInEntry(uint64_t entry, uint8_t mask, Half now) {
  uint64_t wanted = entryBits(mask, false, 0);
  return (entry & (wanted | ((1u << readBytesAt) - 1))) == (wanted | epochOf(now));
}
inline bool isOfSameSlot(uint64_t entry, Half now) {
  return !slotOf(Epoch(entry ^ epochOf(now)) & ((1u << readBytesAt) - 1));
}

// The reads, and one more of these bytes, in a span not before them. False: there is more to it; nothing has changed.
// (That bytes which were read again still stand in the second half does no harm: who is after the later read is after
// both.)
[[gnu::always_inline]] inline bool addRead(OwnReads& reads, Epoch now, uint8_t mask) {
  if (slotOf(reads.epoch ^ now)) return false;
  uint8_t left = reads.bytes & ~mask;
  if (reads.epoch == now) {
    reads.bytes |= mask;
    reads.olderBytes &= ~mask;
  } else if (!left) {
    reads.epoch = now, reads.bytes = mask;
    reads.olderBytes &= ~mask;
  } else if (!(reads.olderBytes & ~mask)) {
    reads.olderClock = clockOf(reads.epoch), reads.olderBytes = left;
    reads.epoch = now, reads.bytes = mask;
  } else
    return false;
  reads.hasMore &= reads.bytes != 0xff;
  return true;
}

// Where the tables lie: beside the shadow, for each half of a table an index by pages of the program's memory, and the
// pages of entries, which are given as they are needed. (The constant is as those of abi.h are, for the same reason.)
inline constexpr uint64_t ownIndexStart = 0x39a0'0000'0000, ownEntriesStart = 0x3e00'0000'0900;
inline constexpr unsigned ownPageBits = 12, ownIndexBits = 36; // of an index, in bytes
static_assert((linearMask & (highEnd - 1)) >> ownPageBits << 2 >> ownIndexBits == 0);
bool reserveOwnReads();
extern bool arePagesSpent; // no more are given
inline uint32_t secondHalf(uint32_t table) { return table + readTables; }
inline uint32_t* ownPageOf(uint32_t table, uintptr_t word) {
  return reinterpret_cast<uint32_t*>(ownIndexStart + (uint64_t(table - 1) << ownIndexBits)) +
         (linear(word) >> ownPageBits);
}
// Of a word that the table has an entry for.
[[gnu::always_inline]] inline uint64_t* ownReadsAt(uint32_t table, uintptr_t word) {
  uint64_t page = __atomic_load_n(ownPageOf(table, word), __ATOMIC_RELAXED), inPage = word & ((1u << ownPageBits) - 8);
  return reinterpret_cast<uint64_t*>(ownEntriesStart + (page << ownPageBits) + inPage);
}
// For which table a slot's reads are: that of the thread that came into it last.
extern uint8_t tableOfSlot[slotLimit];

// The same as addRead() for more than that; not inlined.
[[gnu::noinline]] __attribute__((preserve_most)) bool addReadToMany(const Thread& thread, uintptr_t word,
                                                                    OwnReads& reads, Epoch now, uint8_t mask);

// Whether the thread has read these bytes in its current span, of a word whose cell is of this kind.
[[gnu::always_inline]] inline bool isInOwnReads(const Thread& thread, const uint64_t* at, uint64_t cell, uintptr_t word,
                                                uint8_t mask, Half now) {
  if (!hasReadsIn(cell, thread.readTable)) return false;
  uint64_t entry = loadCell(ownReadsAt(thread.readTable, word));
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return isInEntry(entry, mask, now) && loadCell(at) == cell;
}

enum class ReadKept : uint8_t { Already, Now, No }; // No: there is more to it; nothing has happened then

// A read of a word whose cell is of this kind, by a thread that has read it before, after the last write.
[[gnu::always_inline]] inline ReadKept keepOwnRead(const Thread& thread, const uint64_t* at, uint64_t cell,
                                                   uintptr_t word, uint8_t mask, Half now) {
  if (!hasReadsIn(cell, thread.readTable)) return ReadKept::No;
  uint64_t *place = ownReadsAt(thread.readTable, word), entry = loadCell(place);
  auto isStill = [&] {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return loadCell(at) == cell;
  };
  if (isInEntry(entry, mask, now)) return isStill() ? ReadKept::Already : ReadKept::No;
  Half write = writeHalf(cell);
  if (write && !isOrdered(thread, write)) return ReadKept::No;
  // Mostly the bytes that the entry has.
  if (isOfSameSlot(entry, now) && !(entry & entryBits(~mask, mask != 0xff, ~mask)))
    entry = epochOf(now) | entryBits(mask, false, 0);
  else {
    OwnReads reads = ownReads(entry);
    if (!addRead(reads, epochOf(now), mask) && !addReadToMany(thread, word, reads, epochOf(now), mask))
      return ReadKept::No;
    entry = ownReadsEntry(reads);
  }
  storeCell(place, entry);
  return isStill() ? ReadKept::Now : ReadKept::No;
}

// Whether to ask if the word of this cell, in which there are reads of several threads, can be of this kind. Not
// always: many cannot, and to find that out takes the cell's lock; those that are worth it come again.
inline bool mayKeepApart(Thread& thread, uint64_t cell, uintptr_t word) {
  constexpr uint32_t oneIn = 4;
  if (!thread.readTable || ++thread.triesApart % oneIn) return false;
  if (__atomic_load_n(&arePagesSpent, __ATOMIC_RELAXED) &&
      !__atomic_load_n(ownPageOf(thread.readTable, word), __ATOMIC_RELAXED))
    return false;
  if (isSpanCell(cell)) return !(cell & beforeIsChain) && (!spanWritten(cell) || spanWritten(cell) == 0xff);
  return ownEntry(thread, readHalf(cell)) != nullptr;
}

// The rest of it, under the lock of the cell, which is of this kind, or is to become so: a read by a thread that has
// read the word before, as others have who are not before it. False when there is more to it.
bool addOwnReader(Thread& thread, uint64_t* at, uintptr_t word, uint8_t mask, Half now);
bool keepReadsApart(Thread& thread, uint64_t* at, uintptr_t word, uint8_t mask, Half now);
// Another form of the word, with all that the tables have of it; returns the cell. Its lock is held.
uint64_t gatherReads(const Thread& thread, uint64_t* at, uintptr_t word);
// The tables' entries for the word get their slots' new numbers.
class Renumbering;
void renumberReads(uint64_t cell, uintptr_t word, const Renumbering& numbers);
// Of a word whose cell is of this kind: an access that would conflict with any of it.
bool conflictsWithReads(const Thread& thread, uint64_t cell, uintptr_t word, uint8_t mask);

} // namespace steward::runtime
