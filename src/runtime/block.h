// Ranges of memory: whole blocks by one cell where they can be, words where they must.
#pragma once

#include "runtime/options.h"
#include "runtime/word.h"

namespace steward::runtime {

// The bytes of a word that are in the mask, whatever its cell is. Whether the shadow was changed.
bool checkWord(const Access& access, uintptr_t word, uint8_t mask, Conflict& conflict);

// All of [at, at + bytes); conflicts are reported as they are found. Whether the shadow was changed.
bool checkBytes(const Access& access, uintptr_t at, size_t bytes);

// Whole words of one block, a bit for each, starting with the block's first.
bool checkInBlock(const Access& access, uintptr_t base, uint64_t words);

// Whether the thread has done this in this span.
inline bool isSameSpan(const Access& access, uint64_t cell) {
  return (access.isWrite ? writeHalf(cell) : readHalf(cell)) == access.epoch;
}

// Whole blocks in the usual case: a block's words all follow it and are all accessed, and what is known of them is
// before the access. Blocks are mostly like the one before.
class WholeBlocks {
public:
  explicit WholeBlocks(const Access& of) : access(of), isUsed(!of.isAtomic && !options.exact) {}

  // False when there is more to it; nothing has happened then.
  [[gnu::always_inline]] bool check(uint64_t* block, bool& changed) {
    uint64_t state = loadCell(block);
    if (!isUsed || state & cellMarks) return false;
    if (isSameSpan(access, state)) return true;
    if (state != known || !updated) {
      Half write = writeHalf(state), read = readHalf(state);
      if (!isBefore(write) || !isBefore(read) || (!access.isWrite && write == access.epoch)) return false;
      known = state;
      updated = makeCell(access.isWrite ? access.epoch : write, access.epoch);
    }
    if (!replaceCell(block, state, updated)) return false;
    ++access.thread.counts.blocks;
    changed = true;
    return true;
  }

private:
  bool isBefore(Half half) const { return !half || isOrdered(access.thread, half); }

  const Access& access;
  bool isUsed;
  uint64_t known = 0, updated = 0;
};

// Reports a conflict, if there is one.
void reportConflict(const Access& access, const Conflict& conflict);

// The mask of the bytes [from, to) of a word.
inline uint8_t byteMask(unsigned from, unsigned to) { return uint8_t((0xff << from) & (0xff >> (8 - to))); }

// The bits of the words [from, to), in bytes from the start of a block; not none.
inline uint64_t wordMask(uintptr_t from, uintptr_t to) {
  return ~uint64_t(0) << from / 8 & ~uint64_t(0) >> (blockWords - to / 8);
}

} // namespace steward::runtime
