// What does not fit in a cell: sets of readers, lists of accesses to bytes (byte_list.h), and words with plain and
// atomic accesses. They lie in one reserved region, in units of 16 bytes, so that 30 bits name them.
//
// Whoever changes an entry, or a cell that names one, holds the lock of that cell (lockOf). A store by a thread that
// has seen its own accesses there, just before, can still overwrite such a cell; the entry is then lost, not used
// again.
#pragma once

#include "runtime/cell.h"
#include "runtime/memory.h"

namespace steward::runtime {

// Epochs with no order between them, one for a slot; in a set of atomic accesses, for a slot at most one write and one
// read. Words with the same readers share a set: one that has a single user is changed in place, another is replaced.
// So data that many threads read has few sets, and words whose readers are never the same twice have one each, as if
// there were no sharing. In a set of readers that is a single word's, each thread renews its own entry without a lock.
struct EpochSet {
  uint32_t users; // cells, and threads that remember it
  uint16_t count, capacity;
  uint32_t entries[]; // epochs, sorted; atomic writes with a mark
};
inline constexpr uint32_t atomicWriteMark = 1u << 31;

inline bool contains(const EpochSet& set, uint32_t entry) {
  for (uint32_t i = 0; i < set.count; ++i)
    if (set.entries[i] == entry) return true;
  return false;
}

// Whether one cell alone names it.
inline bool isAlone(const EpochSet& set) { return __atomic_load_n(&set.users, __ATOMIC_ACQUIRE) == 1; }

// A word that has had plain and atomic accesses: a cell for each of its parts, and behind these the sets of the parts'
// atomic accesses. `shift` 2: two halves of four bytes, 0: eight bytes.
struct Expanded {
  uint8_t shift;
  uint8_t unused[15];
  uint64_t cells[];

  unsigned parts() const { return 8u >> shift; }
  uint8_t partMask(unsigned part) const { return shift ? uint8_t(0x0f << part * 4) : uint8_t(1 << part); }
  uint64_t& atomics(unsigned part) { return cells[parts() + part]; } // a half with atomicMarks
};

inline constexpr uintptr_t sideStart = 0x53a0'0000'0000;
bool reserveSideRegion();
// At a thread's end: what it keeps for itself, and what it remembers; nobody numbers spans anew meanwhile.
void giveBackUnits(Thread& thread);
void leaveMemos(Thread& thread);

inline EpochSet& setOf(Half half) { return *reinterpret_cast<EpochSet*>(sideStart + uint64_t(half >> markBits) * 16); }
// The entry `now` has the thread's epoch and the mark of writes. A write stands for reads, too; nothing but the mark
// differs. (There are none in the set of noAtomics.)
[[gnu::always_inline]] inline bool isInAtomicSet(Half half, uint32_t now, bool isWrite) {
  const EpochSet& set = setOf(half);
  const uint32_t *entry = set.entries, *end = entry + set.count;
  for (; entry != end; ++entry)
    if ((isWrite ? *entry : *entry | atomicWriteMark) == now) return true;
  return false;
}

// The set of the epoch or epochs in a half, and the thread's own, which replaces those of its slot and those that it is
// ordered after; the epoch alone when it is the only one left. The half's set is given back.
Half addReader(Thread& thread, Half half, Epoch epoch);
// How the thread has just replaced the same half for another word by addReader(); null if it has not, or that was no
// change. Both sets are in use as long as it is remembered, whatever other threads do.
SetMemo* addedReader(Thread& thread, Half half, Epoch epoch);
// What addReader() would return for one cell more. The cell's use of the half's set is given back. Signals wait.
Half addAgain(SetMemo& memo);
void takeBack(SetMemo& memo); // the same the other way around
// The same for atomic accesses (a half with atomicMarks); a read replaces no write.
Half addAtomic(Thread& thread, Half half, Epoch epoch, bool isWrite);
Half addAtomicToBoth(Thread& thread, Half half, Epoch epoch, bool isWrite); // halves of one cell, which name it twice
Half shareSet(Half half);                                                   // one more cell has it
void leaveSet(Half half);                                                   // one cell less
// An epoch in the set with no order before the thread, or 0.
Epoch unorderedIn(const Thread& thread, Half half);
// Each in turn, beginning with next = 0.
Epoch unorderedIn(const Thread& thread, Half half, uint32_t& next);
// Of atomic accesses: an entry, each in turn.
uint32_t unorderedAtomicIn(const Thread& thread, Half half, bool onlyWrites, uint32_t& next);
// The thread's checks compare with this one from now on, unless they have had too many in this span. The lock of the
// cell that has it is held.
void rememberShared(Thread& thread, Half half);
// If it is a set that the thread is in now, and not one word's alone, which is to stay that word's.
inline void rememberIfReader(Thread& thread, Half half) {
  if (half != stewardShared && half & tagMark && !isAlone(setOf(half)) &&
      contains(setOf(half), epochOf(__steward_epoch)))
    rememberShared(thread, half);
}
// The thread's entry in a set of readers that is one word's alone. Null when there is none, or the set is another one.
inline uint32_t* ownEntry(const Thread& thread, Half half) {
  EpochSet& set = setOf(half);
  for (uint32_t i = 0; i < set.count && isAlone(set); ++i)
    if (slotOf(__atomic_load_n(&set.entries[i], __ATOMIC_RELAXED)) == thread.slot) return &set.entries[i];
  return nullptr;
}

Half newExpanded(unsigned shift); // tagged
inline Expanded& expandedOf(Half half) {
  return *reinterpret_cast<Expanded*>(sideStart + uint64_t(half >> markBits) * 16);
}
void freeExpanded(Half half); // with its lists
// Entries of other kinds (byte_list.h), of so many units of 16 bytes; tagged.
Half allocateEntry(unsigned units);
void freeEntry(Half half, unsigned units);
// A half with these epochs: one, or a set; 0 if there are none. They are sorted.
Half makeReaders(Epoch* epochs, uint32_t count);

// What threads remember of sets, and of words that they read: the times in these are about to change.
void forgetMemos();

SpinLock& lockOf(const uint64_t* cell);
SpinLock& lockOfBlock(const uint64_t* block);
uint64_t sideBytes(); // for --stats

} // namespace steward::runtime
