// Words of which more is known, byte by byte, than a cell and its detail can hold: what several threads read in pieces,
// what one thread used in pieces in many spans. A list of spans, each with the bytes that it read and those that it
// wrote, as in a span's cell (span_cell.h); in side.h's region, and named by the word's cell.
//
//   "key" is read by two threads, each in every span:    span 7 of thread 1: 0, 1, 2    span 9 of thread 2: 0, 1, 2
//
// What an entry says of a byte goes when an access that is ordered after it stands for it: a write for all, a read for
// reads. So a thread has at most one entry for a byte and a kind, and most lists are a line of the cache. Whoever changes
// one holds the lock of the cell.
#pragma once

#include "runtime/span_cell.h"
#include "runtime/word.h"

namespace steward::runtime {

struct Parts;
struct Locations;

struct ByteList {
  uint32_t unused; // entries of the region are linked here when they are free
  uint16_t count, capacity;
  uint64_t entries[]; // span cells without flags, no two of one epoch
};

inline bool isListCell(uint64_t cell) {
  return (writeHalf(cell) & (tagMark | partMarks)) == tagMark && readHalf(cell) & partMarks;
}
inline uint64_t listCell(Half list) { return makeCell(list, list | lowPart); }
inline ByteList& listOf(uint64_t cell) {
  return *reinterpret_cast<ByteList*>(sideStart + uint64_t(writeHalf(cell) >> markBits) * 16);
}

// Whether these bytes were accessed in this way in the span. Without the lock: what is found counts if the cell is
// still the same afterwards.
template <bool isWrite>
inline bool isInList(const ByteList& list, uint8_t mask, Half now) {
  for (unsigned i = 0; i < list.count; ++i)
    if (writeHalf(list.entries[i]) == (now | spanMarks)) return isInSpan<isWrite>(list.entries[i], mask, now);
  return false;
}

// A list of what is known of a word, as its cell. The sets that these name are given back.
uint64_t makeList(const Parts& parts);
uint64_t makeList(const Locations& both);
void freeList(uint64_t cell);
// With cells for its bytes in the place of the list, which goes: for atomic accesses.
Half expandList(uint64_t cell);

// Whether the access would conflict with any of it.
bool conflictsWithList(const Access& access, uint8_t mask, const ByteList& list);
// The access to these bytes; whether anything changed. The cell may be another one then. `at` has the cell.
bool updateList(const Access& access, uint64_t* at, uintptr_t word, uint8_t mask, Conflict& conflict);

} // namespace steward::runtime
