#include "runtime/byte_list.h"

#include "runtime/settling.h"
#include "runtime/split.h"

namespace steward::runtime {

namespace {

constexpr unsigned firstUnits = 4; // a line of the cache: seven entries

unsigned capacityOf(unsigned units) { return units * 2 - 1; }
unsigned unitsOf(const ByteList& list) { return (list.capacity + 1u) / 2; }

uint64_t newList(unsigned units) {
  uint64_t cell = listCell(allocateEntry(units));
  ByteList& list = listOf(cell);
  list.count = 0;
  list.capacity = uint16_t(capacityOf(units));
  return cell;
}

// The cell of the list with room for one more: what has settled goes, else it becomes a larger one.
uint64_t withRoom(uint64_t cell) {
  ByteList& list = listOf(cell);
  if (list.count < list.capacity) return cell;
  SettledNow settled;
  unsigned kept = 0;
  for (unsigned i = 0; i < list.count; ++i)
    if (!settled.has(spanEpoch(list.entries[i]))) list.entries[kept++] = list.entries[i];
  list.count = uint16_t(kept);
  if (list.count < list.capacity) return cell;
  uint64_t larger = newList(unitsOf(list) * 2);
  ByteList& to = listOf(larger);
  for (unsigned i = 0; i < list.count; ++i) to.entries[i] = list.entries[i];
  to.count = list.count;
  freeList(cell);
  return larger;
}

// One more access of a span to what the list has of it.
uint64_t withAccess(uint64_t cell, Half epoch, uint8_t read, uint8_t written) {
  if (!epoch || !read) return cell;
  uint64_t entry = makeSpanCell(epoch, read, written, 0);
  ByteList& known = listOf(cell);
  for (unsigned i = 0; i < known.count; ++i)
    if (writeHalf(known.entries[i]) == writeHalf(entry)) {
      known.entries[i] |= entry;
      return cell;
    }
  cell = withRoom(cell);
  ByteList& list = listOf(cell);
  list.entries[list.count++] = entry;
  return cell;
}

// What a location says, of these bytes.
uint64_t withLocation(uint64_t cell, Half write, Half read, uint8_t written, uint8_t wasRead) {
  cell = withAccess(cell, written ? write : 0, written, written);
  if (!(read & tagMark)) return withAccess(cell, wasRead ? read : 0, wasRead, 0);
  const EpochSet& set = setOf(read);
  for (unsigned i = 0; i < set.count; ++i) cell = withAccess(cell, set.entries[i] << markBits, wasRead, 0);
  return cell;
}

// As one cell again, if that can be: the list is freed then.
void simplify(const Thread& thread, uint64_t* at, uintptr_t word, Half now) {
  uint64_t cell = loadCell(at), simpler = 0;
  const ByteList& list = listOf(cell);
  auto entry = [&](unsigned i) { return list.entries[i]; };
  if (list.count == 1)
    simpler = spanWritten(entry(0)) == 0xff ? makeCell(spanEpoch(entry(0)), spanEpoch(entry(0)))
              : spanRead(entry(0)) == 0xff && !spanWritten(entry(0)) ? makeCell(0, spanEpoch(entry(0)))
                                                                      : entry(0) | allIsBefore;
  else if (list.count == 2) {
    unsigned own = spanEpoch(entry(0)) == now ? 0 : 1;
    if (spanEpoch(entry(own)) == now && isOrdered(thread, spanEpoch(entry(!own)))) {
      simpler = entry(own) | allIsBefore | hasBefore;
      storeCell(detailAt(word), entry(!own));
      __atomic_signal_fence(__ATOMIC_SEQ_CST);
    }
  }
  if (!simpler) {
    // All of the word: one write at most, and its readers.
    Half write = 0;
    unsigned count = 0;
    constexpr unsigned most = 16;
    Epoch readers[most];
    for (unsigned i = 0; i < list.count; ++i) {
      if (spanRead(entry(i)) != 0xff || count == most) return;
      if (uint8_t written = spanWritten(entry(i))) {
        if (written != 0xff || write) return;
        write = spanEpoch(entry(i));
      } else
        readers[count++] = epochOf(spanEpoch(entry(i)));
    }
    Half read = makeReaders(readers, count);
    simpler = makeCell(write, read ? read : write);
  }
  freeList(cell);
  storeCell(at, simpler);
}

} // namespace

uint64_t makeList(const Parts& parts) {
  uint64_t cell = newList(firstUnits);
  cell = withLocation(cell, parts.write, parts.read, parts.written, parts.wasRead);
  for (const Older& one : parts.older)
    if (one.mask) cell = withAccess(cell, one.half, one.mask, one.isWrite ? one.mask : 0);
  if (parts.wasRead) leaveSet(parts.read);
  return cell;
}

uint64_t makeList(const Locations& both) {
  uint64_t cell = newList(firstUnits);
  auto add = [&](uint64_t location, uint8_t mask) {
    Half write = writeHalf(location), read = readHalf(location);
    cell = withLocation(cell, write, read, write ? mask : 0, read ? mask : 0);
    leaveSet(read);
  };
  add(both.low, 0x0f);
  add(both.high, 0xf0);
  return cell;
}

void freeList(uint64_t cell) { freeEntry(writeHalf(cell), unitsOf(listOf(cell))); }

Half expandList(uint64_t cell) {
  const ByteList& list = listOf(cell);
  Half half = newExpanded(0, true);
  Expanded& expanded = expandedOf(half);
  auto* readers = static_cast<Epoch*>(__builtin_alloca((list.count + 1u) * sizeof(Epoch)));
  for (unsigned part = 0; part < expanded.parts(); ++part) {
    Half write = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < list.count; ++i) {
      uint64_t entry = list.entries[i];
      if (spanWritten(entry) >> part & 1)
        write = spanEpoch(entry);
      else if (spanRead(entry) >> part & 1)
        readers[count++] = epochOf(spanEpoch(entry));
    }
    Half read = makeReaders(readers, count);
    expanded.cells[part] = makeCell(write, read ? read : write);
  }
  freeList(cell);
  return half;
}

bool conflictsWithList(const Access& access, uint8_t mask, const ByteList& list) {
  for (unsigned i = 0; i < list.count; ++i) {
    uint64_t entry = list.entries[i];
    uint8_t bytes = access.isWrite ? spanRead(entry) : spanWritten(entry);
    if (bytes & mask && !isOrdered(access.thread, spanEpoch(entry))) return true;
  }
  return false;
}

bool updateList(const Access& access, uint64_t* at, uintptr_t word, uint8_t mask, Conflict& conflict) {
  uint64_t cell = loadCell(at);
  ByteList& list = listOf(cell);
  Half now = access.epoch;
  uint8_t known = 0; // accessed so in this span already
  unsigned kept = 0;
  bool changed = false;
  for (unsigned i = 0; i < list.count; ++i) {
    uint64_t entry = list.entries[i];
    Half epoch = spanEpoch(entry);
    uint8_t read = spanRead(entry), written = spanWritten(entry);
    if (epoch == now)
      known = access.isWrite ? written : read;
    else {
      bool isBefore = isOrdered(access.thread, epoch);
      if (!isBefore && written & mask) conflict.note(epochOf(epoch), AccessKind::Write, word, 8);
      if (!isBefore && access.isWrite && read & ~written & mask) conflict.note(epochOf(epoch), AccessKind::Read, word, 8);
      if (access.isWrite)
        read &= ~mask, written &= ~mask;
      else if (isBefore)
        read &= ~mask | written;
      if (!read) {
        changed = true;
        continue;
      }
      entry = makeSpanCell(epoch, read, written, 0);
    }
    list.entries[kept++] = entry;
  }
  list.count = uint16_t(kept);
  if (mask & ~known) {
    uint64_t next = withAccess(cell, now, mask, access.isWrite ? mask : 0);
    if (next != cell) storeCell(at, next);
    changed = true;
  }
  if (changed) simplify(access.thread, at, word, now);
  return changed;
}

} // namespace steward::runtime
