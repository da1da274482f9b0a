// Ranges of memory: whole blocks by one cell where they can be, words where they must.
#pragma once

#include "runtime/word.h"

namespace steward::runtime {

// The bytes of a word that are in the mask, whatever its cell is. Whether the shadow was changed.
bool checkWord(const Access& access, uintptr_t word, uint8_t mask, Conflict& conflict);

// All of [at, at + bytes); conflicts are reported as they are found. Whether the shadow was changed.
bool checkBytes(const Access& access, uintptr_t at, size_t bytes);

// Whole words of one block, a bit for each, starting with the block's first.
bool checkInBlock(const Access& access, uintptr_t base, uint64_t words);

// Reports a conflict, if there is one.
void reportConflict(const Access& access, const Conflict& conflict);

// The mask of the bytes [from, to) of a word.
inline uint8_t byteMask(unsigned from, unsigned to) { return uint8_t((0xff << from) & (0xff >> (8 - to))); }

// The bits of the words [from, to), in bytes from the start of a block; not none.
inline uint64_t wordMask(uintptr_t from, uintptr_t to) {
  return ~uint64_t(0) << from / 8 & ~uint64_t(0) >> (blockWords - to / 8);
}

} // namespace steward::runtime
