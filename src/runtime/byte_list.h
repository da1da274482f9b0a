// Words of which more is known, byte by byte, than a cell and its detail can hold: what several threads read in pieces,
// what one thread used in pieces in many spans. A list of spans, each with the bytes that it read and those that it
// wrote; in side.h's region. The latest span is in the cell (span_cell.h), and the detail names the list of the others.
//
//   "key" is read by two threads, each in every span:    cell: span 9 of thread 2, bytes 0 to 2
//                                                        list: span 7 of thread 1, bytes 0 to 2; span 1 of thread 1, 3
//
// What an entry says of a byte goes when an access that is ordered after it stands for it: a write for all, a read for
// reads. So a thread has at most one entry for a byte and a kind, and most lists are a line of the cache. Whoever
// changes one holds the lock of the cell.
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

// As a detail it is tagged, and has no other mark.
using ListName = Half;
inline bool isListName(uint64_t detail) { return (writeHalf(detail) & (tagMark | partMarks)) == tagMark; }
inline ByteList& listOf(ListName name) {
  return *reinterpret_cast<ByteList*>(sideStart + uint64_t(name >> markBits) * 16);
}

// The list that a span's cell has behind it, if it has one; else 0.
inline ListName listBehind(uint64_t cell, uintptr_t word) {
  if (!isSpanCell(cell) || !(cell & beforeIsList)) return 0;
  uint64_t detail = __atomic_load_n(detailAt(word), __ATOMIC_ACQUIRE);
  return isListName(detail) ? writeHalf(detail) : 0;
}

// Whether these bytes were accessed in this way in the span. Without the lock: what is found counts if cell and detail
// are still the same afterwards.
template <bool isWrite>
inline bool isInList(const ByteList& list, uint8_t mask, Half now) {
  for (unsigned i = 0; i < list.count; ++i)
    if (writeHalf(list.entries[i]) == (now | spanMarks)) return isInSpan<isWrite>(list.entries[i], mask, now);
  return false;
}

// All that is known of a word, as a list of its own. The sets that it named are given back.
ListName makeList(const Parts& parts);
ListName makeList(const Locations& both);
ListName withRead(ListName list, Half epoch, uint8_t bytes); // the list, maybe a larger one, with a read more
// What is behind a span's cell, and the span. The detail names the list no longer, if it did.
ListName takeList(uint64_t cell, uintptr_t word);
void freeList(ListName list);
// Cells for the bytes in its place: for atomic accesses.
Half expandList(ListName list);

// Whether the access would conflict with any of it.
bool conflictsWithList(const Access& access, uint8_t mask, ListName list);
// The access to these bytes, and what is known then: `at` gets the cell for it. Whether anything changed.
bool updateList(const Access& access, ListName list, uint64_t* at, uintptr_t word, uint8_t mask, Conflict& conflict);
// A span's cell, and behind it what the list says, in the least form that there is for it. The list is gone then, or
// the detail's.
void storeBefore(ListName list, uint64_t* at, uintptr_t word, uint64_t cell);
// What is known, as a cell; `now`: of the span that is to be in it, if there is such an entry.
void storeList(const Thread& thread, ListName list, uint64_t* at, uintptr_t word, Half now);

} // namespace steward::runtime
