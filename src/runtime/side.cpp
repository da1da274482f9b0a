#include "runtime/side.h"

#include <sys/mman.h>

namespace steward::runtime {

static constexpr uintptr_t regionStart = 0x5300'0000'0000;
static constexpr size_t unitBytes = 16, regionBytes = unitBytes << 30;
static constexpr unsigned listClasses = 12; // 16 bytes, 32, … 32 KiB

// Free entries by size in units, linked through their first word. One lock: entries come and go far less often than
// they are used.
static SpinLock regionLock;
static uint32_t nextUnit;
static uint32_t freeUnits[1 << listClasses];

static SpinLock cellLocks[4096];
static SpinLock blockLocks[1024];

static unsigned spread(const uint64_t* at) {
  return unsigned((reinterpret_cast<uintptr_t>(at) >> 3) * 0x9e3779b97f4a7c15ull >> 40);
}
SpinLock& lockOf(const uint64_t* cell) { return cellLocks[spread(cell) % 4096]; }
SpinLock& lockOfBlock(const uint64_t* block) { return blockLocks[spread(block) % 1024]; }

bool reserveSideRegion() {
  void* at = mmap(reinterpret_cast<void*>(regionStart), regionBytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  nextUnit = 1; // index 0 is none
  return at == reinterpret_cast<void*>(regionStart);
}

uint64_t sideBytes() { return uint64_t(nextUnit) * unitBytes; }

static void* unitAt(uint32_t index) { return reinterpret_cast<void*>(regionStart + uint64_t(index) * unitBytes); }

static uint32_t allocateUnits(unsigned units) {
  SpinGuard guard(regionLock);
  if (uint32_t index = freeUnits[units]) {
    freeUnits[units] = *static_cast<uint32_t*>(unitAt(index));
    return index;
  }
  uint32_t index = nextUnit;
  if (index + units >= 1u << 30) __builtin_trap(); // 16 GiB of entries: memory ended before
  nextUnit += units;
  return index;
}

static void freeUnit(uint32_t index, unsigned units) {
  SpinGuard guard(regionLock);
  *static_cast<uint32_t*>(unitAt(index)) = freeUnits[units];
  freeUnits[units] = index;
}

static Half tagged(uint32_t index) { return index << markBits | tagMark; }

// Lists

EpochList& listOf(Half half) { return *static_cast<EpochList*>(unitAt(half >> markBits)); }

static unsigned listUnits(uint32_t capacity) { return (8 + capacity * 4) / unitBytes; }

static Half makeList(uint32_t atLeast) {
  uint32_t bytes = unitBytes;
  while ((bytes - 8) / 4 < atLeast) bytes *= 2;
  uint32_t capacity = (bytes - 8) / 4;
  Half half = tagged(allocateUnits(listUnits(capacity)));
  EpochList& list = listOf(half);
  list.count = 0;
  list.capacity = capacity;
  return half;
}

Half newList(Epoch first, Epoch second) {
  Half half = makeList(2);
  EpochList& list = listOf(half);
  list.epochs[0] = first;
  list.epochs[1] = second;
  list.count = 2;
  return half;
}

Half copyList(Half from) {
  EpochList& source = listOf(from);
  Half half = makeList(source.count);
  EpochList& list = listOf(half);
  for (uint32_t i = 0; i < source.count; ++i) list.epochs[i] = source.epochs[i];
  list.count = source.count;
  return half;
}

void freeList(Half half) { freeUnit(half >> markBits, listUnits(listOf(half).capacity)); }

Half addToList(const Thread& thread, Half half, Epoch epoch) {
  EpochList* list = &listOf(half);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; ++i)
    if (slotOf(list->epochs[i]) != slotOf(epoch) && !thread.clock.covers(list->epochs[i]))
      list->epochs[kept++] = list->epochs[i];
  list->count = kept;
  if (!kept) {
    freeList(half);
    return epoch << markBits;
  }
  if (kept == list->capacity) {
    Half larger = makeList(kept + 1);
    EpochList& target = listOf(larger);
    for (uint32_t i = 0; i < kept; ++i) target.epochs[i] = list->epochs[i];
    target.count = kept;
    freeList(half);
    half = larger;
    list = &target;
  }
  list->epochs[list->count++] = epoch;
  return half;
}

Epoch unorderedIn(const Thread& thread, Half half) {
  if (!(half & tagMark)) return half && !isOrdered(thread, half) ? epochOf(half) : 0;
  const EpochList& list = listOf(half);
  for (uint32_t i = 0; i < list.count; ++i)
    if (slotOf(list.epochs[i]) != thread.slot && !thread.clock.covers(list.epochs[i])) return list.epochs[i];
  return 0;
}

// Expanded words

static unsigned expandedUnits(unsigned shift, bool hasAtomics) { return 1 + (8u >> shift) * (hasAtomics ? 2 : 1) / 2; }

Half newExpanded(unsigned shift, bool hasAtomics) {
  unsigned units = expandedUnits(shift, hasAtomics);
  Half half = tagged(allocateUnits(units));
  uint64_t* words = static_cast<uint64_t*>(unitAt(half >> markBits));
  for (unsigned i = 0; i < units * 2; ++i) words[i] = 0;
  Expanded& expanded = expandedOf(half);
  expanded.shift = uint8_t(shift);
  expanded.hasAtomics = hasAtomics;
  return half;
}

Expanded& expandedOf(Half half) { return *static_cast<Expanded*>(unitAt(half >> markBits)); }

void freeExpanded(Half half) {
  Expanded& expanded = expandedOf(half);
  for (unsigned i = 0; i < expanded.parts(); ++i) {
    if (readHalf(expanded.cells[i]) & tagMark) freeList(readHalf(expanded.cells[i]));
    if (!expanded.hasAtomics) continue;
    for (Half atomic : (Half[]){writeHalf(expanded.atomics(i)), readHalf(expanded.atomics(i))})
      if (atomic & tagMark) freeList(atomic);
  }
  freeUnit(half >> markBits, expandedUnits(expanded.shift, expanded.hasAtomics));
}

} // namespace steward::runtime
