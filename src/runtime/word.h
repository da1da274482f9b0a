// FastTrack's rules (read, write, read-shared) on one word of the program's memory, its halves or its bytes.
#pragma once

#include "runtime/shadow.h"
#include "runtime/side.h"

namespace steward::runtime {

// A check in progress.
struct Access {
  Thread& thread;
  AccessKind kind;
  bool isWrite;
  bool isAtomic;
  Half epoch; // the thread's, shifted
  uintptr_t at;
  size_t bytes;
  const Site* site;
  const void* frame;     // of the runtime's function that the program called
  bool isSparse = false; // not all of the bytes
};

// Conflicts that were found, to be reported when no lock is held any more: with one access of each span of another
// thread, of a few.
struct Conflict {
  struct Earlier {
    Epoch epoch;
    AccessKind kind;
    uintptr_t at;
    uint32_t bytes;
  };
  static constexpr unsigned most = 6;
  unsigned count;
  Earlier all[most]; // what is behind the count has no value

  Conflict() : count(0) {}
  void note(Epoch epoch, AccessKind kind, uintptr_t at, uint32_t bytes) {
    if (count < most && !has(epoch, kind)) all[count++] = {epoch, kind, at, bytes};
  }
  void note(const Conflict& others) {
    for (unsigned i = 0; i < others.count; ++i) {
      const Earlier& one = others.all[i];
      note(one.epoch, one.kind, one.at, one.bytes);
    }
  }
  // All in a half that are not ordered before the thread.
  void noteReads(const Thread& thread, Half half, uintptr_t at, uint32_t bytes) {
    uint32_t next = 0;
    while (Epoch epoch = unorderedIn(thread, half, next)) note(epoch, AccessKind::Read, at, bytes);
  }
  bool has(Epoch epoch, AccessKind kind) const {
    for (unsigned i = 0; i < count; ++i)
      if (all[i].epoch == epoch && all[i].kind == kind) return true;
    return false;
  }
  bool isIn(const Conflict& others) const {
    for (unsigned i = 0; i < count; ++i)
      if (!others.has(all[i].epoch, all[i].kind)) return false;
    return true;
  }
};

// A word whose cell is 0 follows its block (block.h), unless that says nothing. Gives it a cell of its own then;
// returns it. No lock is held.
__attribute__((preserve_most)) uint64_t leaveBlock(Thread& thread, uintptr_t word);

// The first cell of a word of which nothing is known: it was 0, and its block said nothing then. False when that has
// changed; look again.
bool hasStayedNone(Thread& thread, uintptr_t word, uint64_t value);
[[gnu::always_inline]] inline bool replaceNone(Thread& thread, uintptr_t word, uint64_t value) {
  if (!replaceCell(cellAt(word), 0, value)) return false;
  return __builtin_expect(loadCell(blockAt(word)) == refinedMark, 1) || hasStayedNone(thread, word, value);
}

// The cell of a word, apart from its block's; 0: nothing is known of it.
[[gnu::always_inline]] inline uint64_t cellApart(Thread& thread, uintptr_t word) {
  uint64_t cell = loadCell(cellAt(word));
  return cell || loadCell(blockAt(word)) == refinedMark ? cell : leaveBlock(thread, word);
}

// One location, whose cell has no partial marks and a low half with no tag. Returns the new cell. The lock of its cell
// is held if its high half is tagged, or if `mayShare`; else a cell that would need a list comes back as 0.
uint64_t updateLocation(const Access& access, uint64_t cell, bool mayShare, uintptr_t at, uint32_t bytes,
                        Conflict& conflict);

// The bytes of a word that are in the mask. Returns whether the shadow was changed.
bool updateWord(const Access& access, uintptr_t word, uint8_t mask, Conflict& conflict);

// All of a word that is one location, for a cell that names a set or comes to. False when it is something else by now.
// The lock of its cell is held.
bool updateShared(const Access& access, uint64_t* at, uintptr_t word, Conflict& conflict, bool& changed);

// The lock of the cells in one line of the cache, kept from one of them to the next.
class LineLock {
public:
  LineLock() = default;
  ~LineLock() { release(); }
  LineLock(const LineLock&) = delete;
  void take(const uint64_t* at) {
    SpinLock* lock = &lockOf(at);
    if (lock == held_) return;
    release();
    lock->lock();
    held_ = lock;
  }
  void release() {
    if (held_) held_->unlock();
    held_ = nullptr;
  }

private:
  SpinLock* held_ = nullptr;
};

// A read of all of a word that other threads have read too, with no order between them and this, when the thread has
// just come from the same readers to the same at another word. False when there is more to it; nothing has happened
// then. No lock but `line` is held.
bool readLikeOthers(const Access& access, uint64_t* at, uint64_t cell, LineLock& line);

// The same as updateWord() when the cell is already known to be without tags and partial marks and the mask is full;
// the usual case. Its accesses are most often this thread's, or before it.
bool updateWholeUnderLock(const Access& access, uint64_t* at, uintptr_t word, Conflict& conflict);
inline bool updateWholeWord(const Access& access, uint64_t* at, uint64_t cell, uintptr_t word, Conflict& conflict) {
  while (cell && !(cell & cellMarks)) {
    Half write = writeHalf(cell), read = readHalf(cell);
    bool isOrderedAll = (!write || isOrdered(access.thread, write)) && (!read || isOrdered(access.thread, read));
    uint64_t updated;
    if (isOrderedAll && (access.isWrite || write != access.epoch))
      updated = makeCell(access.isWrite ? access.epoch : write, access.epoch);
    else
      updated = updateLocation(access, cell, false, word, 8, conflict);
    if (!updated) break;
    if (updated == cell) return false;
    if (isOwnLocation(cell, access.epoch)) {
      storeCell(at, updated);
      return true;
    }
    if (replaceCell(at, cell, updated)) return true;
    cell = loadCell(at);
  }
  return updateWholeUnderLock(access, at, word, conflict);
}

// A cell of atomic accesses only, and one more of its own kind, to four bytes or all eight. The lock is held.
bool updateAtomicCell(const Access& access, uint64_t* at, uint64_t cell, uint8_t mask);

// Each half of a split word that is in the mask, as a location of its own; the lock of its cell is held.
struct Locations;
bool updateLocations(const Access& access, uint64_t* at, Locations both, uintptr_t word, uint8_t mask,
                     Conflict& conflict);

// Entries that the cell of a word names go back; the cell is about to be overwritten. Its lock is held, or nobody else
// can reach it.
void dropEntries(uint64_t cell, uintptr_t word);

} // namespace steward::runtime
