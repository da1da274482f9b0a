// Words of which a half of the cell may speak in part: the cell with what stands beside it (abi.h: the detail of a
// word), and FastTrack's rules on them.
//
// The detail of a word says which bytes each half speaks of, and has room for two accesses of earlier spans to other
// bytes, by the thread of the half of their kind. So the fields of a structure, or the elements of a table, that one
// thread uses at different times do not need cells of their own.
#pragma once

#include "runtime/options.h"
#include "runtime/word.h"

namespace steward::runtime {

// An earlier access: so many spans before the half of its kind.
struct Older {
  uint16_t delta;
  bool isWrite;
  uint8_t mask; // 0: none
};
inline constexpr unsigned olderCount = 2, deltaBits = 15;

struct Parts {
  Half write, read;
  uint8_t written, wasRead;
  Older older[olderCount];

  bool hasOlder() const { return older[0].mask | older[1].mask; }
  Half halfOf(const Older& one) const { return (one.isWrite ? write : read) - (Half(one.delta) << markBits); }
};

inline bool usesDetail(uint64_t cell) {
  return (writeHalf(cell) & partMarks) == maskedPart || (readHalf(cell) & partMarks) == maskedPart;
}

inline void readOlder(Parts& parts, uint64_t detail) {
  for (unsigned i = 0; i < olderCount; ++i) {
    uint32_t bits = uint32_t(detail >> (16 + 24 * i)) & 0xffffff;
    parts.older[i] = {uint16_t(bits >> 9), bool(bits >> 8 & 1), uint8_t(bits)};
  }
}

inline uint64_t detailOf(const Parts& parts) {
  uint64_t detail = uint64_t(parts.wasRead) << 8 | parts.written;
  for (unsigned i = 0; i < olderCount; ++i) {
    const Older& one = parts.older[i];
    if (one.mask) detail |= uint64_t(uint32_t(one.delta) << 9 | uint32_t(one.isWrite) << 8 | one.mask) << (16 + 24 * i);
  }
  return detail;
}

// The bytes that a half speaks of, as far as it says so itself; 0: its detail does.
inline uint8_t withoutDetail(Half half) { return uint8_t(0x00'f0'0f'ff >> (half & partMarks) * 8); }

inline Parts partsOf(uint64_t cell, uintptr_t word) {
  Half write = writeHalf(cell), read = readHalf(cell);
  Parts parts{write & ~partMarks,
              read & ~partMarks,
              write ? withoutDetail(write) : uint8_t(0),
              read ? withoutDetail(read) : uint8_t(0),
              {}};
  if (usesDetail(cell)) {
    uint64_t detail = __atomic_load_n(detailAt(word), __ATOMIC_RELAXED);
    if ((write & partMarks) == maskedPart) parts.written = uint8_t(detail);
    if ((read & partMarks) == maskedPart) parts.wasRead = uint8_t(detail >> 8);
    readOlder(parts, detail);
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
  if (!parts.hasOlder()) return makeCell(withPart(parts.write, parts.written), withPart(parts.read, parts.wasRead));
  return makeCell(parts.written ? parts.write | maskedPart : 0, parts.wasRead ? parts.read | maskedPart : 0);
}

inline void storeParts(const Parts& parts, uintptr_t word, uint64_t* at) {
  uint64_t cell = cellOf(parts);
  if (usesDetail(cell)) __atomic_store_n(detailAt(word), detailOf(parts), __ATOMIC_RELAXED);
  storeCell(at, cell);
}

inline bool isHalves(uint8_t mask) { return mask == 0x0f || mask == 0xf0 || mask == 0xff || mask == 0; }

// Keeps an access beside the halves as they are to be. False when there is no room for it.
inline bool keepOlder(Parts& parts, Half half, bool isWrite, uint8_t mask) {
  if (!mask || isSettled(half)) return true;
  Half newer = isWrite ? parts.write : parts.read;
  uint32_t delta = epochOf(newer) - epochOf(half);
  if (newer & tagMark || half & tagMark || slotOf(epochOf(newer)) != slotOf(epochOf(half)) || delta >> deltaBits)
    return false;
  for (Older& one : parts.older) {
    if (one.mask && (one.isWrite != isWrite || one.delta != delta)) continue;
    one = {uint16_t(delta), isWrite, uint8_t(one.mask | mask)};
    return true;
  }
  return false;
}

// Earlier accesses, but for the bytes in the mask, beside other halves: all, or reads only.
inline bool keepAllOlder(Parts& next, const Parts& parts, uint8_t mask, bool ofReadsOnly) {
  for (const Older& one : parts.older)
    if (one.mask &&
        !keepOlder(next, parts.halfOf(one), one.isWrite, ofReadsOnly && one.isWrite ? one.mask : one.mask & ~mask))
      return false;
  return true;
}

inline void checkOlder(const Access& access, const Parts& parts, uint8_t mask, uintptr_t word, Conflict& conflict) {
  for (const Older& one : parts.older)
    if (one.mask & mask && (one.isWrite || access.isWrite) && !isOrdered(access.thread, parts.halfOf(one)))
      conflict.note(epochOf(parts.halfOf(one)), one.isWrite ? AccessKind::Write : AccessKind::Read, word, 8);
}

// The parts after a write of some bytes; false when they do not suffice.
inline bool writeParts(const Access& access, Parts& parts, uint8_t mask, uintptr_t word, Conflict& conflict) {
  const Thread& thread = access.thread;
  Half now = access.epoch;
  uint8_t otherWritten = parts.written & ~mask, otherRead = parts.wasRead & ~mask;
  // A read in the span of the last write says nothing more than that write does.
  if (parts.read == parts.write) otherRead &= ~parts.written;
  if (otherRead && !(parts.read & tagMark) && parts.read != now && isSettled(parts.read)) otherRead = 0;
  bool isSameSpan = parts.written && parts.write == now, isReadNow = parts.wasRead && parts.read == now;
  Parts next{now, now, uint8_t(mask | (isSameSpan ? otherWritten : 0)), 0, {}};
  if (isReadNow)
    next.wasRead = parts.wasRead | mask;
  else if (otherRead) {
    next.read = parts.read;
    next.wasRead = otherRead;
  } else
    next.wasRead = next.written;
  if (!isSameSpan && !keepOlder(next, parts.write, true, otherWritten)) return false;
  if (parts.hasOlder() && !keepAllOlder(next, parts, mask, false)) return false;
  if (parts.written & mask && !isOrdered(thread, parts.write))
    conflict.note(epochOf(parts.write), AccessKind::Write, word, 8);
  if (parts.wasRead & mask)
    if (Epoch unordered = unorderedIn(thread, parts.read)) conflict.note(unordered, AccessKind::Read, word, 8);
  if (parts.hasOlder()) checkOlder(access, parts, mask, word, conflict);
  if (parts.wasRead && parts.read & tagMark && next.read != parts.read) leaveSet(parts.read);
  parts = next;
  return true;
}

// The parts after a read by one more of several threads, which have all read the same bytes.
inline bool shareParts(const Access& access, Parts& parts, uint8_t mask, bool& changed) {
  for (const Older& one : parts.older)
    if (one.mask && !one.isWrite) return false;
  if (parts.wasRead != mask) return false;
  if (!(parts.read & tagMark))
    ++access.thread.counts.readShared;
  else if (contains(setOf(parts.read), epochOf(access.epoch))) {
    changed = false;
    return true;
  }
  parts.read = addReader(access.thread, parts.read, epochOf(access.epoch));
  return true;
}

inline bool readParts(const Access& access, Parts& parts, uint8_t mask, bool mayShare, uintptr_t word,
                      Conflict& conflict, bool& changed) {
  const Thread& thread = access.thread;
  Half now = access.epoch;
  changed = true;
  if (parts.written & mask && !isOrdered(thread, parts.write))
    conflict.note(epochOf(parts.write), AccessKind::Write, word, 8);
  if (parts.hasOlder()) checkOlder(access, parts, mask, word, conflict);
  if (parts.wasRead && parts.read == now) {
    changed = mask & ~parts.wasRead;
    parts.wasRead |= mask;
    for (Older& one : parts.older)
      if (!one.isWrite) one.mask &= ~mask;
    return true;
  }
  if (parts.written && parts.write == now && !(mask & ~parts.written)) {
    changed = false;
    return true;
  }
  bool isOneEpoch = !(parts.read & tagMark);
  uint8_t known = parts.wasRead;
  if (isOneEpoch && parts.written && parts.read == parts.write) known &= ~parts.written;
  if (isOneEpoch && known && isSettled(parts.read)) known = 0;
  bool isBefore = isOneEpoch && isOrdered(thread, parts.read);
  if (known && !isBefore) return mayShare && shareParts(access, parts, mask, changed);
  for (const Older& one : parts.older)
    if (one.mask & mask && !one.isWrite && !isOrdered(thread, parts.halfOf(one))) return false;
  Parts next{parts.write, now, parts.written, mask, {}};
  if (!keepOlder(next, parts.read, false, known & ~mask)) return false;
  if (parts.hasOlder() && !keepAllOlder(next, parts, mask, true)) return false;
  parts = next;
  return true;
}

// Halves of a word: no lock, since all of it is in the cell. False when that is not enough.
inline bool updateHalves(const Access& access, uint64_t* at, uint64_t cell, uintptr_t word, uint8_t mask,
                         Conflict& conflict, bool& changed) {
  if (cell & cellTags || usesDetail(cell) || !isHalves(mask) || access.isAtomic || options.exact) return false;
  Parts parts = partsOf(cell, word);
  Conflict found{};
  changed = true;
  bool isDone = access.isWrite ? writeParts(access, parts, mask, word, found)
                               : readParts(access, parts, mask, false, word, found, changed);
  if (!isDone || parts.hasOlder()) return false;
  if (found.earlier) conflict.note(found.earlier, found.kind, found.at, found.bytes);
  if (changed && isOwn(access.thread, cell))
    storeCell(at, cellOf(parts));
  else if (changed)
    return replaceCell(at, cell, cellOf(parts)); // if not, again under the lock
  return true;
}

} // namespace steward::runtime
