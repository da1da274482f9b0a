#include "runtime/byte_list.h"

#include "runtime/read_chain.h"
#include "runtime/settling.h"
#include "runtime/split.h"

namespace steward::runtime {

namespace {

constexpr unsigned firstUnits = 4; // a line of the cache: seven entries

unsigned capacityOf(unsigned units) { return units * 2 - 1; }
unsigned unitsOf(const ByteList& list) { return (list.capacity + 1u) / 2; }

ListName newList(unsigned units) {
  ListName name = allocateEntry(units);
  ByteList& list = listOf(name);
  list.count = 0;
  list.capacity = uint16_t(capacityOf(units));
  return name;
}

// The list with room for one more: what has settled goes, else it becomes a larger one.
ListName withRoom(ListName name) {
  ByteList& list = listOf(name);
  if (list.count < list.capacity) return name;
  SettledNow settled;
  unsigned kept = 0;
  for (unsigned i = 0; i < list.count; ++i)
    if (!settled.has(spanEpoch(list.entries[i]))) list.entries[kept++] = list.entries[i];
  list.count = uint16_t(kept);
  if (list.count < list.capacity) return name;
  ListName larger = newList(unitsOf(list) * 2);
  ByteList& to = listOf(larger);
  for (unsigned i = 0; i < list.count; ++i) to.entries[i] = list.entries[i];
  to.count = list.count;
  freeList(name);
  return larger;
}

// Accesses more of a span.
ListName withAccess(ListName name, Half epoch, uint8_t read, uint8_t written) {
  if (!epoch || !read) return name;
  uint64_t entry = makeSpanCell(epoch, read, written, 0);
  ByteList& known = listOf(name);
  for (unsigned i = 0; i < known.count; ++i)
    if (writeHalf(known.entries[i]) == writeHalf(entry)) {
      known.entries[i] |= entry;
      return name;
    }
  name = withRoom(name);
  ByteList& list = listOf(name);
  list.entries[list.count++] = entry;
  return name;
}

// What a location says, of these bytes.
ListName withLocation(ListName name, Half write, Half read, uint8_t written, uint8_t wasRead) {
  name = withAccess(name, written ? write : 0, written, written);
  if (!(read & tagMark)) return withAccess(name, wasRead ? read : 0, wasRead, 0);
  const EpochSet& set = setOf(read);
  for (unsigned i = 0; i < set.count; ++i) name = withAccess(name, set.entries[i] << markBits, wasRead, 0);
  return name;
}

// If all of it is about the whole word: one write at most, and its readers.
uint64_t asLocation(const ByteList& list) {
  constexpr unsigned most = 16;
  Half write = 0;
  unsigned count = 0;
  Epoch readers[most];
  for (unsigned i = 0; i < list.count; ++i) {
    uint64_t entry = list.entries[i];
    uint8_t written = spanWritten(entry);
    if (spanRead(entry) != 0xff || (written && (written != 0xff || write)) || count == most) return 0;
    if (written)
      write = spanEpoch(entry);
    else
      readers[count++] = epochOf(spanEpoch(entry));
  }
  Half read = makeReaders(readers, count);
  return makeCell(write, read ? read : write);
}

// If all of it are reads of one thread, before the span, and a write of the whole word before these.
uint64_t asChain(const ByteList& list, Half span) {
  if (list.count > chainSpans) return 0;
  ReadChain chain{};
  Half last = 0;
  for (unsigned round = 0; round < list.count; ++round) {
    uint64_t next = 0;
    for (unsigned i = 0; i < list.count; ++i) {
      Half epoch = spanEpoch(list.entries[i]);
      if (epoch > last && (!next || epoch < spanEpoch(next))) next = list.entries[i];
    }
    last = spanEpoch(next);
    uint8_t written = spanWritten(next);
    if (!isOfSlot(last, span) || (written && (written != 0xff || round))) return 0;
    if (written)
      chain.write = last;
    else if (!chain.add(last, spanRead(next)))
      return 0;
  }
  return makeChain(chain);
}

} // namespace

ListName makeList(const Parts& parts) {
  ListName name = newList(firstUnits);
  name = withLocation(name, parts.write, parts.read, parts.written, parts.wasRead);
  for (const Older& one : parts.older)
    if (one.mask) name = withAccess(name, one.half, one.mask, one.isWrite ? one.mask : 0);
  if (parts.wasRead) leaveSet(parts.read);
  return name;
}

ListName makeList(const Locations& both) {
  ListName name = newList(firstUnits);
  auto add = [&](uint64_t location, uint8_t mask) {
    Half write = writeHalf(location), read = readHalf(location);
    name = withLocation(name, write, read, write ? mask : 0, read ? mask : 0);
    leaveSet(read);
  };
  add(both.low, 0x0f);
  add(both.high, 0xf0);
  return name;
}

ListName withRead(ListName list, Half epoch, uint8_t bytes) { return withAccess(list, epoch, bytes, 0); }

ListName takeList(uint64_t cell, uintptr_t word) {
  ListName name = listBehind(cell, word);
  uint64_t detail = loadCell(detailAt(word));
  if (!name && cell & beforeIsChain && detail & chainMark) {
    ReadChain chain = readChain(detail);
    name = withLocation(newList(firstUnits), chain.write, 0, 0xff, 0);
    for (unsigned i = 0; i < chain.count; ++i) name = withAccess(name, chain.spans[i], chain.masks[i], 0);
  } else if (!name) {
    Before before = beforeSpan(cell, detail);
    name = withLocation(newList(firstUnits), before.write, before.read, before.written, before.wasRead);
  } else
    storeCell(detailAt(word), 0);
  // The span stands for what is before it; and for spans of its thread that nobody can tell from it.
  ByteList& list = listOf(name);
  uint8_t written = spanWritten(cell), read = cell & readsAreBefore ? spanRead(cell) : written;
  uint8_t allWritten = written, allRead = spanRead(cell);
  unsigned kept = 0;
  for (unsigned i = 0; i < list.count; ++i) {
    uint64_t entry = list.entries[i];
    Half epoch = spanEpoch(entry);
    uint8_t stillWritten = spanWritten(entry) & ~written, stillRead = (spanRead(entry) & ~read) | stillWritten;
    if (!stillRead || isSettled(epoch)) continue;
    if (isOfSlot(epoch, spanEpoch(cell)) && epoch < spanEpoch(cell) &&
        areAlike(epochOf(epoch), epochOf(spanEpoch(cell)))) {
      allWritten |= stillWritten;
      allRead |= stillRead;
    } else
      list.entries[kept++] = makeSpanCell(epoch, stillRead, stillWritten, 0);
  }
  list.count = uint16_t(kept);
  return isSettled(spanEpoch(cell)) ? name : withAccess(name, spanEpoch(cell), allRead, allWritten);
}

void freeList(ListName list) { freeEntry(list, unitsOf(listOf(list))); }

Half expandList(ListName name) {
  const ByteList& list = listOf(name);
  Half half = newExpanded(0);
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
  freeList(name);
  return half;
}

bool conflictsWithList(const Access& access, uint8_t mask, ListName name) {
  const ByteList& list = listOf(name);
  for (unsigned i = 0; i < list.count; ++i) {
    uint64_t entry = list.entries[i];
    uint8_t bytes = access.isWrite ? spanRead(entry) : spanWritten(entry);
    if (bytes & mask && !isOrdered(access.thread, spanEpoch(entry))) return true;
  }
  return false;
}

void storeBefore(ListName name, uint64_t* at, uintptr_t word, uint64_t cell) {
  const ByteList& list = listOf(name);
  if (!list.count) {
    storeCell(at, cell);
  } else if (list.count == 1) {
    storeSpan(at, word, cell | hasBefore, list.entries[0]);
  } else if (uint64_t chain = (cell & allIsBefore) == allIsBefore ? asChain(list, spanEpoch(cell)) : 0) {
    storeSpan(at, word, cell | hasBefore | beforeIsChain, chain);
  } else {
    return storeSpan(at, word, cell | hasBefore | beforeIsList, name);
  }
  freeList(name);
}

void storeList(const Thread& thread, ListName name, uint64_t* at, uintptr_t word, Half now) {
  ByteList& list = listOf(name);
  if (uint64_t location = asLocation(list)) {
    freeList(name);
    return storeCell(at, location);
  }
  // The span that is to be in the cell, else the last; and whether the others are before it.
  unsigned chosen = list.count - 1;
  for (unsigned i = 0; i < list.count; ++i)
    if (spanEpoch(list.entries[i]) == now) chosen = i;
  uint64_t cell = list.entries[chosen] | allIsBefore;
  Half epoch = spanEpoch(cell);
  list.entries[chosen] = list.entries[--list.count];
  for (unsigned i = 0; i < list.count; ++i) {
    uint64_t entry = list.entries[i];
    Half half = spanEpoch(entry);
    bool isBefore =
        slotOf(epochOf(half)) == slotOf(epochOf(epoch)) ? half < epoch : epoch == now && isOrdered(thread, half);
    if (isBefore) continue;
    cell &= ~readsAreBefore;
    if (spanWritten(entry)) cell &= ~writesAreBefore;
  }
  storeBefore(name, at, word, cell);
}

bool updateList(const Access& access, ListName name, uint64_t* at, uintptr_t word, uint8_t mask, Conflict& conflict) {
  ByteList& list = listOf(name);
  Half now = access.epoch;
  uint8_t known = 0; // accessed so in this span already
  unsigned kept = 0;
  for (unsigned i = 0; i < list.count; ++i) {
    uint64_t entry = list.entries[i];
    Half epoch = spanEpoch(entry);
    uint8_t read = spanRead(entry), written = spanWritten(entry);
    if (epoch == now)
      known = access.isWrite ? written : read;
    else {
      bool isBefore = isOrdered(access.thread, epoch);
      if (!isBefore && written & mask) conflict.note(epochOf(epoch), AccessKind::Write, word, 8);
      if (!isBefore && access.isWrite && read & ~written & mask)
        conflict.note(epochOf(epoch), AccessKind::Read, word, 8);
      if (access.isWrite)
        read &= ~mask, written &= ~mask;
      else if (isBefore)
        read &= ~mask | written;
      if (!read) continue;
      entry = makeSpanCell(epoch, read, written, 0);
    }
    list.entries[kept++] = entry;
  }
  list.count = uint16_t(kept);
  storeList(access.thread, withAccess(name, now, mask, access.isWrite ? mask : 0), at, word, now);
  return mask & ~known;
}

} // namespace steward::runtime
