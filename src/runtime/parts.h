// Words of which a half of the cell may speak in part: the cell with what stands beside it (abi.h: the detail of a
// word), and FastTrack's rules on them.
//
// The detail of a word says which bytes each half speaks of, and has room for an earlier access to other bytes, or for
// two of the threads of the halves. So the fields of a structure, or the elements of a table, that are used at
// different times do not need cells of their own.
#pragma once

#include "runtime/options.h"
#include "runtime/word.h"

namespace steward::runtime {

// An earlier access to some of the bytes.
struct Older {
  Half half;
  bool isWrite;
  uint8_t mask; // 0: none
};
inline constexpr unsigned olderCount = 2;

struct Parts {
  Half write, read;
  uint8_t written, wasRead;
  Older older[olderCount];

  bool hasOlder() const { return older[0].mask | older[1].mask; }
};

inline bool usesDetail(uint64_t cell) {
  return (writeHalf(cell) & partMarks) == maskedPart || (readHalf(cell) & partMarks) == maskedPart;
}

// The detail, from the lowest bit on: bytes written:8, bytes read:8, then
//
//   two accesses   delta:15 isWrite:1 mask:8   delta:14 isWrite:1 mask:8   0:1
//   one access     half:32 isWrite:1 mask:8   unused:6   1:1
//
// A delta is how many spans earlier than the half of its kind, and of the same thread.
inline constexpr unsigned deltaBits[olderCount] = {15, 14}, olderAt[olderCount] = {16, 40};
inline constexpr uint64_t oneOlder = uint64_t(1) << 63;

inline void readOlder(Parts& parts, uint64_t detail) {
  if (detail & oneOlder) {
    parts.older[0] = {Half(detail >> 16), bool(detail >> 48 & 1), uint8_t(detail >> 49)};
    return;
  }
  for (unsigned i = 0; i < olderCount; ++i) {
    uint32_t bits = uint32_t(detail >> olderAt[i]), delta = bits & ((1u << deltaBits[i]) - 1);
    bool isWrite = bits >> deltaBits[i] & 1;
    uint8_t mask = uint8_t(bits >> (deltaBits[i] + 1));
    parts.older[i] = {(isWrite ? parts.write : parts.read) - (delta << markBits), isWrite, mask};
  }
}

// As spans before the half of its kind, in so many bits; or that is not possible.
inline bool findDelta(const Parts& parts, const Older& one, unsigned bits, uint32_t& delta) {
  Half newer = one.isWrite ? parts.write : parts.read;
  delta = epochOf(newer) - epochOf(one.half);
  return !(newer & tagMark) && slotOf(epochOf(newer)) == slotOf(epochOf(one.half)) && !(delta >> bits);
}

// False when there is no room for it.
inline bool makeDetail(const Parts& parts, uint64_t& detail) {
  detail = uint64_t(parts.wasRead) << 8 | parts.written;
  const Older &first = parts.older[0], &second = parts.older[1];
  if (!first.mask != !second.mask) {
    const Older& one = first.mask ? first : second;
    detail |= oneOlder | uint64_t(one.half) << 16 | uint64_t(one.isWrite) << 48 | uint64_t(one.mask) << 49;
    return true;
  }
  for (unsigned i = 0; i < olderCount && first.mask; ++i) {
    const Older& one = parts.older[i];
    uint32_t delta;
    if (!findDelta(parts, one, deltaBits[i], delta)) return false;
    uint64_t bits = delta | uint64_t(one.isWrite) << deltaBits[i] | uint64_t(one.mask) << (deltaBits[i] + 1);
    detail |= bits << olderAt[i];
  }
  return true;
}

// The bytes that a half speaks of, as far as it says so itself; 0: its detail does.
inline uint8_t withoutDetail(Half half) { return uint8_t(0x00'f0'0f'ff >> (half & partMarks) * 8); }

[[gnu::always_inline]] inline Parts partsOf(uint64_t cell, uintptr_t word) {
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

[[gnu::always_inline]] inline uint64_t cellOf(const Parts& parts) {
  if (!parts.hasOlder()) return makeCell(withPart(parts.write, parts.written), withPart(parts.read, parts.wasRead));
  return makeCell(parts.written ? parts.write | maskedPart : 0, parts.wasRead ? parts.read | maskedPart : 0);
}

// `parts` has room in a detail.
[[gnu::always_inline]] inline void storeParts(const Parts& parts, uintptr_t word, uint64_t* at) {
  uint64_t cell = cellOf(parts), detail;
  if (usesDetail(cell)) {
    makeDetail(parts, detail);
    __atomic_store_n(detailAt(word), detail, __ATOMIC_RELAXED);
  }
  storeCell(at, cell);
}

inline bool isHalves(uint8_t mask) { return mask == 0x0f || mask == 0xf0 || mask == 0xff || mask == 0; }

// Keeps an access beside the halves. False when there are too many.
inline bool keepOlder(Parts& parts, Half half, bool isWrite, uint8_t mask) {
  if (!mask || isSettled(half)) return true;
  for (Older& one : parts.older) {
    if (one.mask && (one.isWrite != isWrite || one.half != half)) continue;
    one = {half, isWrite, uint8_t(one.mask | mask)};
    return true;
  }
  return false;
}

// Earlier accesses, but for the bytes in the mask: all, or reads only.
inline bool keepAllOlder(Parts& next, const Parts& parts, uint8_t mask, bool ofReadsOnly) {
  for (const Older& one : parts.older)
    if (one.mask && !keepOlder(next, one.half, one.isWrite, ofReadsOnly && one.isWrite ? one.mask : one.mask & ~mask))
      return false;
  return true;
}

inline bool isRoomFor(const Parts& parts) {
  uint64_t detail;
  return !parts.older[0].mask || !parts.older[1].mask || makeDetail(parts, detail);
}

inline void checkOlder(const Access& access, const Parts& parts, uint8_t mask, uintptr_t word, Conflict& conflict) {
  for (const Older& one : parts.older)
    if (one.mask & mask && (one.isWrite || access.isWrite) && !isOrdered(access.thread, one.half))
      conflict.note(epochOf(one.half), one.isWrite ? AccessKind::Write : AccessKind::Read, word, 8);
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
  if (!isRoomFor(next)) return false;
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

// Whether another thread has read some of these bytes, with no order between the two: both count.
inline bool isReadElsewhere(const Thread& thread, const Parts& parts, uint8_t mask) {
  for (const Older& one : parts.older)
    if (one.mask & mask && !one.isWrite && !isOrdered(thread, one.half)) return true;
  return false;
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
    if (isReadElsewhere(thread, parts, mask)) return false;
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
  if (isReadElsewhere(thread, parts, mask)) return false;
  Parts next{parts.write, now, parts.written, mask, {}};
  if (!keepOlder(next, parts.read, false, known & ~mask)) return false;
  if (parts.hasOlder() && !keepAllOlder(next, parts, mask, true)) return false;
  if (!isRoomFor(next)) return false;
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
