// The shadow's part in renumbering.h. Of checks only the shortest ways are gone meanwhile (gate.h), and memory may be
// forgotten: so a cell is changed under its lock, and by compare-and-swap.
//
// Cells are looked at where the program has memory and the system has pages of the shadow. Where the program has none,
// there is nothing to be known.
#include "runtime/byte_list.h"
#include "runtime/own_reads.h"
#include "runtime/read_chain.h"
#include "runtime/renumbering.h"
#include "runtime/split.h"
#include "runtime/system.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

namespace steward::runtime {

namespace {

constexpr uintptr_t pageBytes = 4096;

class Sweep {
public:
  explicit Sweep(const Renumbering& numbers)
      : numbers_(numbers), seenBytes_(sideBytes() / 16 / 8 + 1), seen_(static_cast<uint8_t*>(mapPages(seenBytes_))) {}
  ~Sweep() { unmapPages(seen_, seenBytes_); }
  Sweep(const Sweep&) = delete;

  void block(uint64_t* at) {
    if (!(loadCell(at) & ~refinedMark)) return;
    SpinGuard guard(lockOfBlock(at));
    for (uint64_t state = loadCell(at); !replaceCell(at, state, location(state)); state = loadCell(at)) {
    }
    groupOf(at).location = location(groupOf(at).location);
  }

  void word(uint64_t* at, uintptr_t word) {
    uint64_t cell = loadCell(at);
    if (!cell) return;
    if (!(cell & cellMarks) && location(cell) == cell) return;
    SpinGuard guard(lockOf(at));
    while (!marked(at, loadCell(at), word)) {
    }
  }

private:
  // False when the cell has become another one meanwhile.
  bool marked(uint64_t* at, uint64_t cell, uintptr_t word) {
    if (isAtomicCell(cell)) {
      set(writeHalf(cell));
      set(readHalf(cell));
      return true;
    }
    if (isExpandedCell(cell)) {
      Expanded& expanded = expandedOf(writeHalf(cell));
      if (isSeen(writeHalf(cell))) return true;
      for (unsigned i = 0; i < expanded.parts(); ++i) {
        expanded.cells[i] = location(expanded.cells[i]);
        set(Half(expanded.atomics(i)));
      }
      return true;
    }
    if (isSpanCell(cell)) {
      if (!replaceCell(at, cell, span(cell))) return false;
      if (ListName name = listBehind(cell, word)) {
        ByteList& list = listOf(name);
        for (unsigned i = 0; i < list.count; ++i) list.entries[i] = span(list.entries[i]);
        return true;
      }
      uint64_t *detail = detailAt(word), before = loadCell(detail);
      while (cell & hasBefore && !replaceCell(detail, before, beforeOf(before))) before = loadCell(detail);
      return true;
    }
    if (isCloseCell(cell)) {
      // Its spans come nearer to each other, so there is room for them; and those that are the same then may be all.
      Locations both{location(closeLocation(cell, false)), location(closeLocation(cell, true))};
      Half last = numbers_.epoch(epochOf(closeEpoch(cell))) << markBits;
      uint64_t close = makeCloseCellOf(last, both.low, both.high);
      return replaceCell(at, cell, close ? close : both.low);
    }
    if (isSplitCell(cell)) {
      if (!replaceCell(at, cell, splitCell(location(lowLocation(cell))))) return false;
      uint64_t *detail = detailAt(word), high = loadCell(detail);
      while (!(high & (tagMark | partMarks)) && !replaceCell(detail, high, location(high))) high = loadCell(detail);
      return true;
    }
    if (hasOwnReads(cell)) {
      if (!replaceCell(at, cell, makeOwnReadsCell(half(writeHalf(cell)), ownReaders(cell)))) return false;
      renumberReads(cell, word, numbers_);
      return true;
    }
    return replaceCell(at, cell, location(cell));
  }

  uint64_t span(uint64_t cell) const {
    return renumberedSpan(cell, [&](Epoch epoch) { return numbers_.epoch(epoch); });
  }
  // What a span's cell has in its detail.
  uint64_t beforeOf(uint64_t detail) {
    if (isSpanCell(detail)) return span(detail);
    if (detail & chainMark) {
      ReadChain chain = readChain(detail);
      auto renumber = [&](Half& half) { half = numbers_.epoch(epochOf(half)) << markBits; };
      for (unsigned i = 0; i < chain.count; ++i) renumber(chain.spans[i]);
      if (chain.write) renumber(chain.write);
      return makeChain(chain); // spans come nearer to each other, so there is room for them
    }
    return detail & cellMarks ? detail : location(detail);
  }

  // The marks stay as they are.
  uint64_t location(uint64_t location) { return makeCell(half(writeHalf(location)), half(readHalf(location))); }
  Half half(Half half) {
    if (half & tagMark) {
      set(half);
      return half;
    }
    return half >> markBits ? numbers_.epoch(epochOf(half)) << markBits | (half & partMarks) : half;
  }

  bool isSeen(Half half) {
    uint32_t unit = half >> markBits;
    uint8_t bit = uint8_t(1 << unit % 8);
    if (unit / 8 >= seenBytes_ || seen_[unit / 8] & bit) return true;
    seen_[unit / 8] |= bit;
    return false;
  }

  void set(Half half) {
    if (!(half & tagMark) || !(half >> markBits) || isSeen(half)) return;
    EpochSet& set = setOf(half);
    for (uint32_t i = 0; i < set.count; ++i) {
      uint32_t entry = set.entries[i];
      set.entries[i] = numbers_.epoch(entry & ~atomicWriteMark) | (entry & atomicWriteMark);
    }
  }

  const Renumbering& numbers_;
  size_t seenBytes_;
  uint8_t* seen_; // a bit for each unit of the side region
};

// Which pages of some memory the system has anything for.
class Pages {
public:
  Pages() : file_(int(systemCall(SYS_openat, AT_FDCWD, long("/proc/thread-self/pagemap"), O_RDONLY | O_CLOEXEC))) {}
  ~Pages() {
    if (file_ >= 0) systemCall(SYS_close, file_);
  }
  Pages(const Pages&) = delete;

  // Calls it with the part of [from, to) in each such page.
  template <typename Function>
  void forEach(uintptr_t from, uintptr_t to, Function function) {
    for (uintptr_t next; from < to; from = next) {
      next = (from & ~(pageBytes - 1)) + pageBytes;
      if (isThere(from / pageBytes)) function(from, next < to ? next : to);
    }
  }

private:
  bool isThere(uintptr_t page) {
    constexpr uint64_t isPresent = uint64_t(1) << 63, isSwapped = uint64_t(1) << 62;
    constexpr uintptr_t count = sizeof known_ / sizeof *known_;
    if (page / count != knownAt_) {
      knownAt_ = page / count;
      long bytes = systemCall(SYS_pread64, file_, long(known_), sizeof known_, long(knownAt_ * sizeof known_));
      if (bytes < 0) bytes = 0;
      for (size_t i = size_t(bytes) / 8; i < count; ++i) known_[i] = isPresent; // not known: it is looked at
    }
    return known_[page % count] & (isPresent | isSwapped);
  }

  int file_;
  uintptr_t knownAt_ = ~uintptr_t(0);
  static uint64_t known_[8192]; // as above
};
uint64_t Pages::known_[];

// What lies between the program's mappings is nobody's, and was not forgotten if the C library unmapped it by itself.
void forgetGap(uintptr_t from, uintptr_t to) {
  auto drop = [](const void* first, const void* last) {
    uintptr_t begin = (uintptr_t(first) + pageBytes - 1) & ~(pageBytes - 1), end = uintptr_t(last) & ~(pageBytes - 1);
    if (begin < end) systemCall(SYS_madvise, long(begin), long(end - begin), MADV_DONTNEED);
  };
  if (to - from < 2 * pageBytes) return;
  drop(cellAt(from), cellAt(to - 8));
  drop(detailAt(from), detailAt(to - 8));
  drop(blockAt(from), blockAt(to - 8));
  drop(&groupOf(blockAt(from)), &groupOf(blockAt(to - 8)));
}

} // namespace

// "from-to …" in hexadecimal, a line for each. (Of the thread: those of a process whose first thread has ended are
// none.)
bool Mappings::read() {
  long file = systemCall(SYS_openat, AT_FDCWD, long("/proc/thread-self/maps"), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  static char text[1 << 14]; // not on a stack that may be small; nobody else is here
  uintptr_t numbers[2] = {};
  unsigned field = 0; // 0, 1: the numbers; 2: the rest of the line
  long bytes;
  while ((bytes = systemCall(SYS_read, file, long(text), sizeof text)) > 0)
    for (long i = 0; i < bytes; ++i) {
      char c = text[i];
      if (c == '\n') {
        add(numbers[0], numbers[1]);
        numbers[0] = numbers[1] = 0;
        field = 0;
      } else if (field < 2 && (c == '-' || c == ' '))
        ++field;
      else if (field < 2)
        numbers[field] = numbers[field] * 16 + uintptr_t(c <= '9' ? c - '0' : c - 'a' + 10);
    }
  systemCall(SYS_close, file);
  return bytes == 0 && count_ != 0;
}

// One that has grown meanwhile may be listed twice.
void Mappings::add(uintptr_t from, uintptr_t to) {
  if (count_ && from < all_[count_ - 1].to) from = all_[count_ - 1].to;
  if (from >= to) return;
  if (count_ == capacity_) {
    uint32_t capacity = capacity_ ? capacity_ * 2 : 1024;
    auto* all = static_cast<Mapping*>(mapPages(capacity * sizeof(Mapping)));
    for (uint32_t i = 0; i < count_; ++i) all[i] = all_[i];
    destroy();
    all_ = all;
    capacity_ = capacity;
  }
  all_[count_++] = {from, to};
}

void Mappings::destroy() {
  if (all_) unmapPages(all_, capacity_ * sizeof(Mapping));
  all_ = nullptr;
}

void renumberShadow(const Renumbering& numbers, const Mappings& mappings) {
  Sweep sweep(numbers);
  Pages pages;
  for (const ProgramArea& area : programAreas) {
    uintptr_t end = area.from; // of what was seen
    for (const Mapping* each = mappings.begin(); each != mappings.end(); ++each) {
      uintptr_t from = each->from, to = each->to;
      if (from < area.from || from >= area.to) continue;
      forgetGap(end, from);
      end = to;
      auto cells = uintptr_t(cellAt(from));
      pages.forEach(cells, cells + (to - from), [&](uintptr_t first, uintptr_t last) {
        for (uintptr_t at = first; at < last; at += sizeof(uint64_t))
          sweep.word(reinterpret_cast<uint64_t*>(at), from + (at - cells));
      });
      pages.forEach(uintptr_t(blockAt(from)), uintptr_t(blockAt(to - 1)) + blockStateBytes,
                    [&](uintptr_t first, uintptr_t last) {
                      for (uintptr_t at = first; at < last; at += blockStateBytes)
                        sweep.block(reinterpret_cast<uint64_t*>(at));
                    });
    }
    forgetGap(end, area.to);
  }
}

} // namespace steward::runtime
