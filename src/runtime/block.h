// Ranges of memory: whole blocks by one cell where they can be, words where they must.
#pragma once

#include "runtime/word.h"

namespace steward::runtime {

// The bytes of a word that are in the mask, whatever its cell is. Whether the shadow was changed.
bool checkWord(const Access& access, uintptr_t word, uint8_t mask, Conflict& conflict);

// All of [at, at + bytes); conflicts are reported as they are found. Whether the shadow was changed.
bool checkBytes(const Access& access, uintptr_t at, size_t bytes);

// Reports a conflict, if there is one.
void reportConflict(const Access& access, const Conflict& conflict);

// The mask of the bytes [from, to) of a word.
inline uint8_t byteMask(unsigned from, unsigned to) { return uint8_t((0xff << from) & (0xff >> (8 - to))); }

} // namespace steward::runtime
