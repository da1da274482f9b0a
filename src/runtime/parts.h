// Words of which a cell speaks in part, and FastTrack's rules on them: the last write and the last read, each of some
// bytes, and earlier accesses to other bytes. Which of the forms of cells (cell.h) they come from, and can be put into,
// is decided here: one cell, a split one, or a span's with what was before it. What has none of these forms becomes a
// list (byte_list.h).
#pragma once

#include "runtime/held.h"
#include "runtime/options.h"
#include "runtime/span_cell.h"
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

// The bytes that a half of a cell without tags speaks of.
inline uint8_t bytesIn(Half half) { return uint8_t(0x00'f0'0f'ff >> (half & partMarks) * 8); }

inline Parts partsOfSpan(uint64_t cell, uint64_t detail) {
  Before before = beforeSpan(cell, detail);
  Parts parts{spanEpoch(cell), spanEpoch(cell), spanWritten(cell), spanRead(cell), {}};
  unsigned olders = 0;
  if (!parts.written)
    parts.write = before.write, parts.written = before.written;
  else if (before.written)
    parts.older[olders++] = {before.write, true, before.written};
  if (before.wasRead) parts.older[olders] = {before.read, false, before.wasRead};
  return parts;
}

// The other way around, as the span of this epoch. False when that is not all there is.
inline bool makeSpan(const Thread& thread, const Parts& parts, Half epoch, uint64_t& cell, uint64_t& detail) {
  if (!epoch || epoch & tagMark) return false;
  uint8_t read = 0, written = 0;
  Before before{};
  auto add = [&](Half half, bool isWrite, uint8_t mask) {
    if (!mask) return true;
    if (half == epoch) {
      (isWrite ? written : read) |= mask;
      return true;
    }
    Half& known = isWrite ? before.write : before.read;
    uint8_t& bytes = isWrite ? before.written : before.wasRead;
    if (half & tagMark || (bytes && known != half)) return false;
    known = half;
    bytes |= mask;
    return true;
  };
  if (!add(parts.write, true, parts.written) || !add(parts.read, false, parts.wasRead)) return false;
  for (const Older& one : parts.older)
    if (!add(one.half, one.isWrite, one.mask)) return false;
  read |= written;
  if (!read) return false;
  if (before.read == before.write) before.wasRead &= ~before.written;
  // The span stands for what is ordered before it. Other accesses may have come after it.
  auto isBefore = [&](Half half) {
    uint32_t slot = slotOf(epochOf(half)), later = slotOf(epochOf(epoch));
    return slot == later ? half < epoch : !slot || (later == thread.slot && isOrdered(thread, half));
  };
  uint64_t flags = 0;
  if (!before.written || isBefore(before.write)) {
    flags |= writesAreBefore;
    before.written &= ~written;
  }
  if (!before.wasRead || isBefore(before.read)) {
    flags |= readsAreBefore;
    before.wasRead &= ~read;
  }
  if ((before.written | before.wasRead) & written) return false;
  cell = makeSpanCell(epoch, read, written, flags);
  detail = 0;
  if (!before.written && !before.wasRead) return true;
  cell |= hasBefore;
  detail = detailFor(cell, before);
  return detail != 0;
}
inline bool makeSpan(const Thread& thread, const Parts& parts, uint64_t& cell, uint64_t& detail) {
  Half first = parts.wasRead ? parts.read : 0, second = parts.written ? parts.write : 0;
  if (second > first) {
    Half saved = first;
    first = second;
    second = saved;
  }
  return makeSpan(thread, parts, first, cell, detail) ||
         (second != first && makeSpan(thread, parts, second, cell, detail));
}

[[gnu::always_inline]] inline Parts partsOf(uint64_t cell, uintptr_t word) {
  if (isSpanCell(cell)) return partsOfSpan(cell, __atomic_load_n(detailAt(word), __ATOMIC_RELAXED));
  Half write = writeHalf(cell), read = readHalf(cell);
  return {write & ~partMarks,
          read & ~partMarks,
          write ? bytesIn(write) : uint8_t(0),
          read ? bytesIn(read) : uint8_t(0),
          {}};
}

// Of bytes that a half can speak of.
inline Half withPart(Half half, uint8_t mask) {
  return mask == 0 ? 0 : mask == 0xff ? half : half | (mask == 0x0f ? lowPart : highPart);
}

// All of it, if there is nothing earlier and it is in halves.
[[gnu::always_inline]] inline uint64_t cellOf(const Parts& parts) {
  return makeCell(withPart(parts.write, parts.written), withPart(parts.read, parts.wasRead));
}

inline bool isHalves(uint8_t mask) { return mask == 0x0f || mask == 0xf0 || mask == 0xff || mask == 0; }

// Keeps an access beside the halves. False when there are too many.
inline bool keepOlder(Parts& parts, Half half, bool isWrite, uint8_t mask) {
  if (!mask || isSettled(half)) return true;
  for (Older& one : parts.older) {
    if (!one.mask || one.isWrite != isWrite) continue;
    Half earlier = one.half < half ? one.half : half, later = one.half < half ? half : one.half;
    if (earlier != later && !areAlike(epochOf(earlier), epochOf(later))) continue;
    one = {later, isWrite, uint8_t(one.mask | mask)};
    return true;
  }
  for (Older& one : parts.older) {
    if (one.mask) continue;
    one = {half, isWrite, mask};
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

// A byte that two threads have read, with no order between them.
inline bool hasTwoReaders(const Parts& parts) {
  uint8_t known = parts.wasRead;
  for (const Older& one : parts.older) {
    if (one.isWrite) continue;
    if (one.mask & known) return true;
    known |= one.mask;
  }
  return false;
}

// Both in halves: the word can be split (split.h).
inline bool areHalves(const Parts& parts) {
  return !hasTwoReaders(parts) && isHalves(parts.written) && isHalves(parts.wasRead) && isHalves(parts.older[0].mask) &&
         isHalves(parts.older[1].mask);
}

inline bool isRoomFor(const Thread& thread, const Parts& parts) {
  uint64_t cell, detail;
  return areHalves(parts) || makeSpan(thread, parts, cell, detail);
}

// Whether there may be room now for what there was none: some of it has settled.
bool hasSettledSince(const Parts& parts);

// What is known of some bytes that are alike: a half, or an earlier access.
inline Half halfOf(const Parts& parts, bool isWrite, uint8_t part) {
  if ((isWrite ? parts.written : parts.wasRead) & part) return isWrite ? parts.write : parts.read;
  for (const Older& one : parts.older)
    if (one.mask & part && one.isWrite == isWrite) return one.half;
  return 0;
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
  if (!isRoomFor(thread, next)) return false;
  if (parts.written & mask && !isOrdered(thread, parts.write))
    conflict.note(epochOf(parts.write), AccessKind::Write, word, 8);
  if (parts.wasRead & mask) conflict.noteReads(thread, parts.read, word, 8);
  if (parts.hasOlder()) checkOlder(access, parts, mask, word, conflict);
  if (parts.wasRead && parts.read & tagMark && next.read != parts.read) leaveSet(parts.read);
  parts = next;
  return true;
}

// The parts after a read by one more of several threads, which have all read the same bytes.
inline bool shareParts(const Access& access, Parts& parts, uint8_t mask, bool& changed) {
  for (const Older& one : parts.older)
    if (one.mask && !one.isWrite) return false;
  if (parts.wasRead != mask || !areHalves(parts)) return false;
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
    Parts next = parts;
    next.wasRead |= mask;
    for (Older& one : next.older)
      if (!one.isWrite) one.mask &= ~mask;
    if (!isRoomFor(thread, next)) return false; // a split word has room for more
    parts = next;
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
  if (!isRoomFor(thread, next)) return false;
  parts = next;
  return true;
}

// Halves of a word: no lock, since all of it is in the cell. False when that is not enough.
inline bool updateHalves(const Access& access, uint64_t* at, uint64_t cell, uintptr_t word, uint8_t mask,
                         Conflict& conflict, bool& changed) {
  if (cell & cellTags || !isHalves(mask) || access.isAtomic || options.exact) return false;
  Parts parts = partsOf(cell, word);
  Conflict found{};
  changed = true;
  bool isDone = access.isWrite ? writeParts(access, parts, mask, word, found)
                               : readParts(access, parts, mask, false, word, found, changed);
  if (!isDone || parts.hasOlder()) return false;
  conflict.note(found);
  if (!changed) return true;
  if (!cell) return replaceNone(access.thread, word, cellOf(parts));                   // if not, again under the lock
  if (!isOwnLocation(cell, access.epoch)) return replaceCell(at, cell, cellOf(parts)); // as above
  storeCell(at, cellOf(parts));
  return true;
}

} // namespace steward::runtime
