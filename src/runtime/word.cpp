// What a cell holds is one write and the reads since it. That suffices (FastTrack, section 3): a write that is ordered
// after the last write and after all reads since then is ordered after everything before them; and what is not ordered
// after them is a race, which is reported here and now.
//
// Words are changed without a lock as long as all eight bytes are accessed and one epoch stands in each half: whatever
// two threads store at the same time, the cell that remains is one that one of them meant. In the time between a
// load and a store, an update of another thread can be lost; that window is as short as this function, and
// options.exact closes it. Parts of words, lists and expanded words are changed under the lock of their cell: a mask
// that belongs to another epoch would be a false alarm.
#include "runtime/word.h"

#include "runtime/options.h"

namespace steward::runtime {

uint64_t updateLocation(const Access& access, uint64_t cell, bool mayShare, uintptr_t at, uint32_t bytes,
                        Conflict& conflict) {
  const Thread& thread = access.thread;
  Half write = writeHalf(cell), read = readHalf(cell), now = access.epoch;
  if (write && !isOrdered(thread, write)) conflict.note(epochOf(write), AccessKind::Write, at, bytes);
  if (access.isWrite) {
    if (read != write && read) {
      if (Epoch unordered = unorderedIn(thread, read)) conflict.note(unordered, AccessKind::Read, at, bytes);
      if (read & tagMark) freeList(read);
    }
    return makeCell(now, now);
  }
  if (write == now || read == now) return cell;
  // A read in the span of the last write says nothing more than that write does.
  if (!read || read == write) return makeCell(write, now);
  if (read & tagMark) return makeCell(write, addToList(thread, read, epochOf(now)));
  if (isOrdered(thread, read) || isSettled(read)) return makeCell(write, now);
  if (!mayShare) return 0;
  ++access.thread.counts.readShared;
  return makeCell(write, newList(epochOf(read), epochOf(now)));
}

namespace {

// A cell with its masks: which bytes each half speaks of.
struct Parts {
  Half write, read;
  uint8_t written, wasRead;
};

Parts partsOf(uint64_t cell, uintptr_t word) {
  Half write = writeHalf(cell), read = readHalf(cell);
  Parts parts{write & ~partialMark, read & ~partialMark, uint8_t(write ? 0xff : 0), uint8_t(read ? 0xff : 0)};
  if (cell & (uint64_t(partialMark) << 32 | partialMark)) {
    uint16_t masks = __atomic_load_n(masksAt(word), __ATOMIC_RELAXED);
    if (write & partialMark) parts.written = uint8_t(masks);
    if (read & partialMark) parts.wasRead = uint8_t(masks >> 8);
  }
  return parts;
}

void storeParts(const Parts& parts, uintptr_t word, uint64_t* at) {
  bool writePartial = parts.written && parts.written != 0xff, readPartial = parts.wasRead && parts.wasRead != 0xff;
  if (writePartial || readPartial)
    __atomic_store_n(masksAt(word), uint16_t(parts.wasRead << 8 | parts.written), __ATOMIC_RELAXED);
  Half write = parts.written ? parts.write | (writePartial ? partialMark : 0) : 0;
  Half read = parts.wasRead ? parts.read | (readPartial ? partialMark : 0) : 0;
  storeCell(at, makeCell(write, read));
}

bool isHalves(uint8_t mask) { return mask == 0x0f || mask == 0xf0 || mask == 0xff || mask == 0; }

// The word in parts that each have a cell; `finest` are masks that must be told apart.
Half expand(const Access& access, const Parts& parts, uint8_t mask) {
  ++access.thread.counts.expanded;
  bool halves = isHalves(parts.written) && isHalves(parts.wasRead) && isHalves(mask);
  Half half = newExpanded(halves ? 2 : 0, access.isAtomic);
  Expanded& expanded = expandedOf(half);
  for (unsigned i = 0; i < expanded.parts(); ++i) {
    uint8_t part = expanded.partMask(i);
    Half read = parts.wasRead & part ? parts.read : 0;
    expanded.cells[i] = makeCell(parts.written & part ? parts.write : 0, read & tagMark ? copyList(read) : read);
  }
  if (parts.wasRead && parts.read & tagMark) freeList(parts.read);
  return half;
}

// Halves to bytes, or room for atomics: into a new entry.
Half refine(Half old, unsigned shift, bool hasAtomics) {
  Half half = newExpanded(shift, hasAtomics);
  Expanded &from = expandedOf(old), &to = expandedOf(half);
  unsigned ratio = to.parts() / from.parts();
  auto copyHalf = [](Half value) { return value & tagMark ? copyList(value) : value; };
  for (unsigned i = 0; i < to.parts(); ++i) {
    uint64_t cell = from.cells[i / ratio];
    to.cells[i] = makeCell(writeHalf(cell), copyHalf(readHalf(cell)));
    if (!from.hasAtomics) continue;
    uint64_t atomics = from.atomics(i / ratio);
    to.atomics(i) = makeCell(copyHalf(writeHalf(atomics)), copyHalf(readHalf(atomics)));
  }
  freeExpanded(old);
  return half;
}

Half addEpoch(const Access& access, Half half) {
  if (half == access.epoch) return half;
  if (!half || (!(half & tagMark) && isOrdered(access.thread, half))) return access.epoch;
  if (!(half & tagMark)) return newList(epochOf(half), epochOf(access.epoch));
  return addToList(access.thread, half, epochOf(access.epoch));
}

// An atomic access conflicts with plain ones only; a plain one with both.
void updateAtomicPart(const Access& access, uint64_t& plain, uint64_t& atomics, uintptr_t at, uint32_t bytes,
                      Conflict& conflict) {
  const Thread& thread = access.thread;
  Half write = writeHalf(plain), read = readHalf(plain);
  if (write && !isOrdered(thread, write)) conflict.note(epochOf(write), AccessKind::Write, at, bytes);
  if (access.isWrite && read && read != write)
    if (Epoch unordered = unorderedIn(thread, read)) conflict.note(unordered, AccessKind::Read, at, bytes);
  if (access.isWrite)
    atomics = makeCell(addEpoch(access, writeHalf(atomics)), readHalf(atomics));
  else
    atomics = makeCell(writeHalf(atomics), addEpoch(access, readHalf(atomics)));
}

void checkAgainstAtomics(const Access& access, uint64_t& atomics, uintptr_t at, uint32_t bytes, Conflict& conflict) {
  Half write = writeHalf(atomics), read = readHalf(atomics);
  if (Epoch unordered = unorderedIn(access.thread, write)) conflict.note(unordered, AccessKind::AtomicWrite, at, bytes);
  if (!access.isWrite) return;
  if (Epoch unordered = unorderedIn(access.thread, read)) conflict.note(unordered, AccessKind::AtomicRead, at, bytes);
  // All of them are before this write, as far as whoever comes after it is concerned.
  if (write & tagMark) freeList(write);
  if (read & tagMark) freeList(read);
  atomics = 0;
}

bool updateExpanded(const Access& access, uint64_t* at, Half half, uintptr_t word, uint8_t mask, Conflict& conflict) {
  Expanded* expanded = &expandedOf(half);
  if (access.isAtomic && expanded->lastAtomic == access.epoch && !(mask & ~expanded->lastAtomicMask) &&
      access.isWrite <= expanded->lastAtomicIsWrite)
    return false;
  bool mustBeBytes = expanded->shift && !isHalves(mask), mustHaveAtomics = access.isAtomic && !expanded->hasAtomics;
  if (mustBeBytes || mustHaveAtomics) {
    half = refine(half, mustBeBytes ? 0 : expanded->shift, access.isAtomic || expanded->hasAtomics);
    expanded = &expandedOf(half);
    storeCell(at, makeCell(half, half));
  }
  bool changed = false;
  uint32_t bytes = 1u << expanded->shift;
  for (unsigned i = 0; i < expanded->parts(); ++i) {
    if (!(mask & expanded->partMask(i))) continue;
    uintptr_t part = word + i * bytes;
    if (access.isAtomic) {
      updateAtomicPart(access, expanded->cells[i], expanded->atomics(i), part, bytes, conflict);
      changed = true;
      continue;
    }
    uint64_t updated = updateLocation(access, expanded->cells[i], true, part, bytes, conflict);
    if (expanded->hasAtomics) checkAgainstAtomics(access, expanded->atomics(i), part, bytes, conflict);
    changed |= updated != expanded->cells[i];
    expanded->cells[i] = updated;
  }
  expanded->lastAtomic = access.isAtomic ? access.epoch : 0;
  expanded->lastAtomicMask = mask;
  expanded->lastAtomicIsWrite = access.isWrite;
  // One access of the whole word made its parts alike again.
  if (mask == 0xff && !expanded->hasAtomics) {
    uint64_t first = expanded->cells[0];
    bool alike = !(readHalf(first) & tagMark);
    for (unsigned i = 1; i < expanded->parts(); ++i) alike &= expanded->cells[i] == first;
    if (alike) {
      freeExpanded(half);
      storeCell(at, first);
    }
  }
  return changed;
}

// The parts after a write of some bytes; false when one epoch for each half is not enough.
bool writeParts(const Access& access, Parts& parts, uint8_t mask, uintptr_t word, Conflict& conflict) {
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
  parts.write = now;
  parts.written = otherWritten | mask;
  if (!otherRead || parts.read == now) {
    if (parts.wasRead && parts.read & tagMark) freeList(parts.read);
    parts.wasRead = parts.read == now ? parts.wasRead | mask : parts.written;
    parts.read = now;
  } else
    parts.wasRead = otherRead;
  return true;
}

bool readParts(const Access& access, Parts& parts, uint8_t mask, uintptr_t word, Conflict& conflict, bool& changed) {
  const Thread& thread = access.thread;
  Half now = access.epoch;
  changed = true;
  if (parts.written & mask && !isOrdered(thread, parts.write))
    conflict.note(epochOf(parts.write), AccessKind::Write, word, 8);
  if (parts.written && parts.write == now && !(mask & ~parts.written)) {
    changed = false;
    return true;
  }
  bool saysNothing =
      !parts.wasRead || (parts.written && parts.read == parts.write && !(parts.wasRead & ~parts.written));
  if (!saysNothing && parts.read == now) {
    changed = mask & ~parts.wasRead;
    parts.wasRead |= mask;
    return true;
  }
  bool isOneEpoch = !(parts.read & tagMark), isWithin = !(parts.wasRead & ~mask);
  if (saysNothing || (isOneEpoch && (isSettled(parts.read) || (isWithin && isOrdered(thread, parts.read))))) {
    parts.read = now;
    parts.wasRead = mask;
    return true;
  }
  if (parts.wasRead != mask) return false;
  if (isOneEpoch) {
    ++access.thread.counts.readShared;
    parts.read = newList(epochOf(parts.read), epochOf(now));
  } else
    parts.read = addToList(thread, parts.read, epochOf(now));
  return true;
}

} // namespace

bool updateWord(const Access& access, uintptr_t word, uint8_t mask, Conflict& conflict) {
  uint64_t* at = cellAt(word);
  SpinGuard guard(lockOf(at));
  uint64_t cell = loadCell(at);
  if (writeHalf(cell) & tagMark) return updateExpanded(access, at, writeHalf(cell), word, mask, conflict);
  Parts parts = partsOf(cell, word);
  if (!access.isAtomic) {
    bool changed = true;
    if (access.isWrite ? writeParts(access, parts, mask, word, conflict)
                       : readParts(access, parts, mask, word, conflict, changed)) {
      if (changed) storeParts(parts, word, at);
      return changed;
    }
  }
  Half half = expand(access, parts, mask);
  storeCell(at, makeCell(half, half));
  return updateExpanded(access, at, half, word, mask, conflict);
}

} // namespace steward::runtime
