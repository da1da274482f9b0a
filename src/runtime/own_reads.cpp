#include "runtime/own_reads.h"

#include "runtime/byte_list.h"
#include "runtime/renumbering.h"
#include "runtime/settling.h"

#include <sys/mman.h>

namespace steward::runtime {

namespace {

constexpr uint64_t pageBytes = uint64_t(1) << ownPageBits, mostPages = uint64_t(1) << 24;
SpinLock pagesLock;
uint64_t pages; // that were given; the first is nobody's

bool reserve(uint64_t from, uint64_t bytes) {
  void* at = mmap(reinterpret_cast<void*>(from), bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (at != reinterpret_cast<void*>(from)) return false;
  madvise(at, bytes, MADV_DONTDUMP);
  madvise(at, bytes, MADV_NOHUGEPAGE);
  return true;
}

// The entry of a word, with a page for it if there was none; null when there is none to be had.
uint64_t* makeOwnReads(uint32_t table, uintptr_t word) {
  uint32_t* page = ownPageOf(table, word);
  if (!__atomic_load_n(page, __ATOMIC_ACQUIRE)) {
    SpinGuard guard(pagesLock);
    if (!*page) {
      uint64_t most = uint64_t(options.own_reads) << 20 >> ownPageBits;
      if (pages >= (most < mostPages - 1 ? most : mostPages - 1)) {
        __atomic_store_n(&arePagesSpent, true, __ATOMIC_RELAXED);
        return nullptr;
      }
      __atomic_store_n(page, uint32_t(++pages), __ATOMIC_RELEASE);
    }
  }
  return ownReadsAt(table, word);
}

// Reads of a word in spans of one slot, the latest first.
struct TableReads {
  static constexpr unsigned most = 4;
  Epoch epochs[most];
  uint8_t bytes[most];
  unsigned count = 0;

  // False: there is no room.
  bool add(Epoch epoch, uint8_t mask) {
    if (count && slotOf(epochs[0] ^ epoch)) return false;
    unsigned at = 0;
    for (; at < count && epochs[at] > epoch; ++at) mask &= ~bytes[at];
    if (!mask) return true;
    if (at < count && epochs[at] == epoch) {
      bytes[at] |= mask;
    } else {
      if (count == most) return false;
      for (unsigned i = count++; i > at; --i) epochs[i] = epochs[i - 1], bytes[i] = bytes[i - 1];
      epochs[at] = epoch, bytes[at] = mask;
    }
    unsigned kept = at + 1;
    for (unsigned i = kept; i < count; ++i) {
      if (!(bytes[i] & ~mask)) continue;
      epochs[kept] = epochs[i], bytes[kept++] = bytes[i] & ~mask;
    }
    count = kept;
    return true;
  }
  // The same after all of these; those of another slot may be before it, and of the same bytes.
  bool addLast(const Thread& thread, Epoch now, uint8_t mask) {
    bool isOthers = count && slotOf(epochs[0] ^ now), isReplaced = isOthers && thread.clock.covers(epochs[0]);
    for (unsigned i = 0; i < count && isReplaced; ++i) isReplaced = !(bytes[i] & ~mask);
    if (isReplaced) count = 0;
    return add(now, mask);
  }
  uint64_t entry(unsigned from) const {
    OwnReads reads{};
    if (count > from) reads.epoch = epochs[from], reads.bytes = bytes[from];
    if (count > from + 1) reads.olderClock = clockOf(epochs[from + 1]), reads.olderBytes = bytes[from + 1];
    reads.hasMore = count > from + 2;
    return ownReadsEntry(reads);
  }
};

// What is known of a word, as far as cells of this kind can say it: the last write of all of it, and reads by slots.
class Readers {
public:
  // False: it is more than that.
  bool addWrite(Half write, uint8_t mask) {
    if (!mask || isSettled(write)) return true;
    if (mask != 0xff || (write_ && write_ != write)) return false;
    write_ = write;
    return true;
  }
  bool addRead(Half half, uint8_t mask) {
    if (!mask || isSettled(half)) return true;
    uint32_t table = tableOfSlot[slotOf(epochOf(half))];
    return table && reads(table).add(epochOf(half), mask);
  }
  bool addEntry(uint64_t entry) {
    uint8_t written = spanWritten(entry);
    return addWrite(spanEpoch(entry), written) && addRead(spanEpoch(entry), spanRead(entry) & ~written);
  }
  // All that is behind a span's cell, and the span.
  bool addSpan(uint64_t cell, uintptr_t word) {
    if (cell & beforeIsChain || !addEntry(cell)) return false;
    if (ListName name = listBehind(cell, word)) {
      const ByteList& list = listOf(name);
      for (unsigned i = 0; i < list.count; ++i)
        if (!addEntry(list.entries[i])) return false;
      return true;
    }
    Before before = beforeSpan(cell, loadCell(detailAt(word)));
    return addWrite(before.write, before.written) && addRead(before.read, before.wasRead);
  }
  bool addLocation(uint64_t cell) {
    Half write = writeHalf(cell), read = readHalf(cell);
    if (write && !addWrite(write & ~partMarks, bytesIn(write))) return false;
    const EpochSet& set = setOf(read);
    for (uint32_t i = 0; i < set.count; ++i)
      if (!addRead(set.entries[i] << markBits, bytesIn(read))) return false;
    return true;
  }

  Half write() const { return write_; }
  bool has(uint32_t table) const { return table && bits_ & readerBit(table); }
  TableReads& reads(uint32_t table) {
    if (!has(table)) reads_[table - 1].count = 0;
    bits_ |= readerBit(table);
    return reads_[table - 1];
  }
  // False: a page could not be had.
  bool store(uintptr_t word) const {
    uint64_t *places[readTables], *seconds[readTables];
    for (uint32_t left = bits_; left; left &= left - 1) {
      auto i = uint32_t(__builtin_ctz(left));
      places[i] = makeOwnReads(i + 1, word);
      seconds[i] = reads_[i].count > 2 ? makeOwnReads(secondHalf(i + 1), word) : nullptr;
      if (!places[i] || (reads_[i].count > 2 && !seconds[i])) return false;
    }
    for (uint32_t left = bits_; left; left &= left - 1) {
      auto i = uint32_t(__builtin_ctz(left));
      if (seconds[i]) storeCell(seconds[i], reads_[i].entry(2));
      storeCell(places[i], reads_[i].entry(0));
    }
    return true;
  }
  uint64_t cell() const { return makeOwnReadsCell(write_, bits_); }

private:
  uint32_t bits_ = 0;
  Half write_ = 0;
  TableReads reads_[readTables]; // those whose bit is set have a value
};

template <typename Function>
void forEachReader(uint64_t cell, uintptr_t word, Function function) {
  for (uint32_t left = ownReaders(cell); left; left &= left - 1) {
    uint32_t table = uint32_t(__builtin_ctz(left)) + 1;
    auto ofEntry = [&](const OwnReads& reads) {
      if (reads.bytes) function(reads.epoch << markBits, reads.bytes);
      if (reads.olderBytes) function(makeEpoch(slotOf(reads.epoch), reads.olderClock) << markBits, reads.olderBytes);
    };
    OwnReads reads = ownReads(loadCell(ownReadsAt(table, word)));
    ofEntry(reads);
    if (reads.hasMore) ofEntry(ownReads(loadCell(ownReadsAt(secondHalf(table), word))));
  }
}

} // namespace

uint8_t tableOfSlot[slotLimit];
bool arePagesSpent;

bool reserveOwnReads() {
  return reserve(ownIndexStart, uint64_t(2 * readTables) << ownIndexBits) &&
         reserve(ownEntriesStart & ~(pageBytes - 1), (mostPages + 1) << ownPageBits);
}

namespace {
// The earlier of two spans goes, into the later one if nobody can tell the two apart. False: it is to be kept.
bool dropOlder(OwnReads& reads) {
  Epoch older = makeEpoch(slotOf(reads.epoch), reads.olderClock);
  if (areAlike(older, reads.epoch))
    reads.bytes |= reads.olderBytes;
  else if (!isSettled(older << markBits))
    return false;
  reads.olderBytes = 0;
  return true;
}
} // namespace

[[gnu::noinline]] __attribute__((preserve_most)) bool addReadToMany(const Thread& thread, uintptr_t word,
                                                                    OwnReads& reads, Epoch now, uint8_t mask) {
  if (slotOf(reads.epoch ^ now)) { // of a slot that the thread has left, or of the table's thread before
    bool isReplaced = !((reads.bytes | reads.olderBytes) & ~mask) && !reads.hasMore;
    if (!isSettled(reads.epoch << markBits) && !(isReplaced && thread.clock.covers(reads.epoch))) return false;
    reads = {now, 0, mask, 0, false};
    return true;
  }
  if (dropOlder(reads)) return addRead(reads, now, mask);
  uint64_t* place = makeOwnReads(secondHalf(thread.readTable), word);
  if (!place) return false;
  uint8_t since = mask | reads.bytes;
  Epoch older = makeEpoch(slotOf(now), reads.olderClock);
  OwnReads more = reads.hasMore ? ownReads(loadCell(place)) : OwnReads{older, 0, 0, 0, false};
  more.bytes &= ~since, more.olderBytes &= ~since;
  auto add = [&] { return addRead(more, older, reads.olderBytes & ~since); };
  if (!add() && !(dropOlder(more) && add())) return false;
  more.hasMore = false;
  storeCell(place, ownReadsEntry(more));
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  reads = {now, clockOf(reads.epoch), mask, uint8_t(reads.bytes & ~mask), true};
  return true;
}

bool addOwnReader(Thread& thread, uint64_t* at, uintptr_t word, uint8_t mask, Half now) {
  uint64_t cell = loadCell(at);
  Half write = writeHalf(cell);
  uint32_t table = thread.readTable;
  if (!table || hasReadsIn(cell, table) || (write && !isOrdered(thread, write))) return false;
  uint64_t* place = makeOwnReads(table, word);
  if (!place) return false;
  storeCell(place, ownReadsEntry({epochOf(now), 0, mask, 0, false}));
  __atomic_store_n(at, makeOwnReadsCell(write, ownReaders(cell) | readerBit(table)), __ATOMIC_RELEASE);
  return true;
}

// Whoever renews a read meanwhile, in a set, a list or behind the cell, looks at the cell before and behind that. So
// the cell changes first: what is copied then is either renewed already, or is not renewed any more.
bool keepReadsApart(Thread& thread, uint64_t* at, uintptr_t word, uint8_t mask, Half now) {
  uint32_t table = thread.readTable;
  if (!options.own_reads || !table) return false;
  uint64_t cell = loadCell(at);
  bool isSpan = isSpanCell(cell),
       isSet = !(writeHalf(cell) & tagMark) && readHalf(cell) & tagMark && !hasOwnReads(cell);
  if ((!isSpan && !isSet) || !replaceCell(at, cell, makeOwnReadsCell(0, 0))) return false;
  auto keep = [&] {
    Readers readers;
    if (isSpan ? !readers.addSpan(cell, word) : !readers.addLocation(cell)) return uint64_t(0);
    Half write = readers.write();
    bool isBefore = !write || isOrdered(thread, write);
    if (!isBefore || !readers.has(table) || !readers.reads(table).addLast(thread, epochOf(now), mask) ||
        !readers.store(word))
      return uint64_t(0);
    return readers.cell();
  };
  uint64_t kept = keep();
  if (!kept) {
    storeCell(at, cell);
    return false;
  }
  ListName list = isSpan ? listBehind(cell, word) : 0;
  if (list) storeCell(detailAt(word), 0);
  __atomic_store_n(at, kept, __ATOMIC_RELEASE);
  if (list)
    freeList(list);
  else if (isSet)
    leaveSet(readHalf(cell));
  ++thread.counts.keptApart;
  return true;
}

uint64_t gatherReads(const Thread& thread, uint64_t* at, uintptr_t word) {
  // From here on nobody keeps reads for himself; who does so just now finds that out.
  uint64_t cell = loadCell(at);
  Half write = writeHalf(cell);
  __atomic_exchange_n(at, makeOwnReadsCell(write, 0), __ATOMIC_SEQ_CST);
  Epoch epochs[readTables];
  unsigned count = 0;
  bool areWhole = true;
  forEachReader(cell, word, [&](Half epoch, uint8_t bytes) {
    areWhole &= bytes == 0xff && count < readTables;
    if (areWhole && !isSettled(epoch)) epochs[count++] = epochOf(epoch);
  });
  if (areWhole) {
    Half read = makeReaders(epochs, count);
    uint64_t location = makeCell(write, read ? read : write);
    storeCell(at, location ? location : virginCell);
    return loadCell(at);
  }
  ListName list = makeList({write, 0, uint8_t(write ? 0xff : 0), 0, {}});
  forEachReader(cell, word, [&](Half epoch, uint8_t bytes) { list = withRead(list, epoch, bytes); });
  storeList(thread, list, at, word, 0);
  return loadCell(at);
}

// The thread that a table belongs to may be changing an entry that has something of another slot, which it has left.
void renumberReads(uint64_t cell, uintptr_t word, const Renumbering& numbers) {
  auto renumber = [&](uint32_t table) {
    uint64_t *place = ownReadsAt(table, word), entry = loadCell(place);
    while (true) {
      OwnReads reads = ownReads(entry);
      uint32_t slot = slotOf(reads.epoch);
      if (!numbers.has(slot)) return reads.hasMore;
      reads.epoch = numbers.epoch(reads.epoch);
      reads.olderClock = numbers.clock(slot, reads.olderClock);
      if (reads.olderBytes && reads.olderClock == clockOf(reads.epoch))
        reads.bytes |= reads.olderBytes, reads.olderBytes = 0;
      if (replaceCell(place, entry, ownReadsEntry(reads))) return reads.hasMore;
      entry = loadCell(place);
    }
  };
  for (uint32_t left = ownReaders(cell); left; left &= left - 1) {
    uint32_t table = uint32_t(__builtin_ctz(left)) + 1;
    if (renumber(table)) renumber(secondHalf(table));
  }
}

bool conflictsWithReads(const Thread& thread, uint64_t cell, uintptr_t word, uint8_t mask) {
  Half write = writeHalf(cell);
  bool isConflict = write && !isOrdered(thread, write);
  forEachReader(cell, word,
                [&](Half epoch, uint8_t bytes) { isConflict |= bytes & mask && !isOrdered(thread, epoch); });
  return isConflict;
}

} // namespace steward::runtime
