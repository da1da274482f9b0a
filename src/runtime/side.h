// What does not fit in a cell: lists of readers, and words whose halves or bytes differ. They lie in one reserved
// region, in units of 16 bytes, so that 30 bits name them.
//
// Whoever changes an entry, or the cell that names it, holds the lock of that cell (lockOf).
#pragma once

#include "runtime/cell.h"
#include "runtime/memory.h"

namespace steward::runtime {

// Epochs with no order between them, one for a slot.
struct EpochList {
  uint32_t count, capacity;
  Epoch epochs[];
};

// A word whose parts differ. `shift` 2: two halves of four bytes, 0: eight bytes. With atomics, the parts' atomic
// accesses follow: in both halves of such a cell an epoch or a list, since atomic writes need no order among them.
struct Expanded {
  uint8_t shift;
  uint8_t hasAtomics;
  uint8_t lastAtomicMask; // the last atomic access, which is often the same again
  uint8_t lastAtomicIsWrite;
  Half lastAtomic;
  uint64_t unused;
  uint64_t cells[];

  unsigned parts() const { return 8u >> shift; }
  uint8_t partMask(unsigned part) const { return shift ? uint8_t(0x0f << part * 4) : uint8_t(1 << part); }
  uint64_t& atomics(unsigned part) { return cells[parts() + part]; }
};

bool reserveSideRegion();

Half newList(Epoch first, Epoch second); // tagged
Half copyList(Half list);
// A list with the epoch in it, which replaces those of its slot and those that `thread` is ordered after; an epoch
// alone when it is the only one left.
Half addToList(const Thread& thread, Half half, Epoch epoch);
// An epoch in the list with no order before the thread, or 0.
Epoch unorderedIn(const Thread& thread, Half half);
void freeList(Half list);
EpochList& listOf(Half half);

Half newExpanded(unsigned shift, bool hasAtomics); // tagged
Expanded& expandedOf(Half half);
void freeExpanded(Half half); // with its lists

SpinLock& lockOf(const uint64_t* cell);
SpinLock& lockOfBlock(const uint64_t* block);
uint64_t sideBytes(); // for --stats

} // namespace steward::runtime
