// Words of which a half of the cell may speak in part: the cell with its masks, and FastTrack's rules on them.
#pragma once

#include "runtime/options.h"
#include "runtime/word.h"

namespace steward::runtime {

// A cell with its masks: which bytes each half speaks of.
struct Parts {
  Half write, read;
  uint8_t written, wasRead;
};

inline bool usesMasks(uint64_t cell) {
  return (writeHalf(cell) & partMarks) == maskedPart || (readHalf(cell) & partMarks) == maskedPart;
}

inline Parts partsOf(uint64_t cell, uintptr_t word) {
  constexpr uint8_t masks[] = {0xff, 0x0f, 0xf0, 0};
  Half write = writeHalf(cell), read = readHalf(cell);
  Parts parts{write & ~partMarks, read & ~partMarks, uint8_t(write ? masks[write & partMarks] : 0),
              uint8_t(read ? masks[read & partMarks] : 0)};
  if (usesMasks(cell)) {
    uint16_t plane = __atomic_load_n(masksAt(word), __ATOMIC_RELAXED);
    if ((write & partMarks) == maskedPart) parts.written = uint8_t(plane);
    if ((read & partMarks) == maskedPart) parts.wasRead = uint8_t(plane >> 8);
  }
  return parts;
}

inline Half withPart(Half half, uint8_t mask) {
  switch (mask) {
  case 0:
    return 0;
  case 0x0f:
    return half | lowPart;
  case 0xf0:
    return half | highPart;
  case 0xff:
    return half;
  default:
    return half | maskedPart;
  }
}

inline uint64_t cellOf(const Parts& parts) {
  return makeCell(withPart(parts.write, parts.written), withPart(parts.read, parts.wasRead));
}

inline void storeParts(const Parts& parts, uintptr_t word, uint64_t* at) {
  uint64_t cell = cellOf(parts);
  if (usesMasks(cell)) __atomic_store_n(masksAt(word), uint16_t(parts.wasRead << 8 | parts.written), __ATOMIC_RELAXED);
  storeCell(at, cell);
}

inline bool isHalves(uint8_t mask) { return mask == 0x0f || mask == 0xf0 || mask == 0xff || mask == 0; }

// The parts after a write of some bytes; false when one epoch for each half is not enough.
inline bool writeParts(const Access& access, Parts& parts, uint8_t mask, uintptr_t word, Conflict& conflict) {
  const Thread& thread = access.thread;
  Half now = access.epoch;
  uint8_t otherWritten = parts.written & ~mask, otherRead = parts.wasRead & ~mask;
  if (otherWritten && parts.write != now) {
    if (!isSettled(parts.write)) return false;
    otherWritten = 0;
  }
  if (parts.written & mask && !isOrdered(thread, parts.write))
    conflict.note(epochOf(parts.write), AccessKind::Write, word, 8);
  if (parts.wasRead & mask)
    if (Epoch unordered = unorderedIn(thread, parts.read)) conflict.note(unordered, AccessKind::Read, word, 8);
  if (otherRead && !(parts.read & tagMark) && parts.read != now && isSettled(parts.read)) otherRead = 0;
  parts.write = now;
  parts.written = otherWritten | mask;
  if (!otherRead || parts.read == now) {
    if (parts.wasRead && parts.read & tagMark) leaveSet(parts.read);
    parts.wasRead = parts.read == now ? parts.wasRead | mask : parts.written;
    parts.read = now;
  } else
    parts.wasRead = otherRead;
  return true;
}

inline bool readParts(const Access& access, Parts& parts, uint8_t mask, bool mayShare, uintptr_t word,
                      Conflict& conflict, bool& changed) {
  const Thread& thread = access.thread;
  Half now = access.epoch;
  changed = true;
  if (parts.written & mask && !isOrdered(thread, parts.write))
    conflict.note(epochOf(parts.write), AccessKind::Write, word, 8);
  if (parts.wasRead && parts.read == now) {
    changed = mask & ~parts.wasRead;
    parts.wasRead |= mask;
    return true;
  }
  if (parts.written && parts.write == now && !(mask & ~parts.written)) {
    changed = false;
    return true;
  }
  bool saysNothing =
      !parts.wasRead || (parts.written && parts.read == parts.write && !(parts.wasRead & ~parts.written));
  bool isOneEpoch = !(parts.read & tagMark), isWithin = !(parts.wasRead & ~mask);
  if (saysNothing || (isOneEpoch && (isSettled(parts.read) || (isWithin && isOrdered(thread, parts.read))))) {
    parts.read = now;
    parts.wasRead = mask;
    return true;
  }
  if (parts.wasRead != mask || !mayShare) return false;
  if (isOneEpoch)
    ++access.thread.counts.readShared;
  else if (contains(setOf(parts.read), epochOf(now))) {
    changed = false;
    return true;
  }
  parts.read = addReader(access.thread, parts.read, epochOf(now));
  return true;
}

// Halves of a word: no lock, since all of it is in the cell. False when that is not enough.
inline bool updateHalves(const Access& access, uint64_t* at, uint64_t cell, uintptr_t word, uint8_t mask,
                         Conflict& conflict, bool& changed) {
  if (cell & cellTags || usesMasks(cell) || !isHalves(mask) || access.isAtomic || options.exact) return false;
  Parts parts = partsOf(cell, word);
  Conflict found{};
  changed = true;
  bool isDone = access.isWrite ? writeParts(access, parts, mask, word, found)
                               : readParts(access, parts, mask, false, word, found, changed);
  if (!isDone) return false;
  if (found.earlier) conflict.note(found.earlier, found.kind, found.at, found.bytes);
  if (changed && isOwn(access.thread, cell))
    storeCell(at, cellOf(parts));
  else if (changed)
    return replaceCell(at, cell, cellOf(parts)); // if not, again under the lock
  return true;
}

} // namespace steward::runtime
