// The functions that instrumented code calls when the inlined comparison was not enough.
#include "runtime/block.h"
#include "runtime/parts.h"
#include "runtime/record.h"
#include "runtime/trace.h"

#include <sys/mman.h>

extern "C" __attribute__((visibility("default"), tls_model("initial-exec"))) __thread uint32_t __steward_epoch = 0;
extern "C" __attribute__((visibility("default"), tls_model("initial-exec"))) __thread uint32_t __steward_shared =
    steward::runtime::noList;

namespace steward::runtime {

uint32_t settledClocks[slotLimit];

static bool reserve(uint64_t from, uint64_t to) {
  from &= ~uint64_t(4095);
  void* at = mmap(reinterpret_cast<void*>(from), to - from, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (at != reinterpret_cast<void*>(from)) return false;
  madvise(at, to - from, MADV_DONTDUMP);
  madvise(at, to - from, MADV_NOHUGEPAGE); // one touched word would commit two megabytes
  return true;
}

bool initializeShadow() {
  settledClocks[0] = clockLimit;
  constexpr struct {
    uint64_t from, to;
  } program[] = {{0, 0x0080'0000'0000}, {0x5500'0000'0000, 0x6600'0000'0000}, {0x6f00'0000'0000, 0x8000'0000'0000}};
  for (auto [from, to] : program) {
    uint64_t low = linear(from), high = linear(to - 1) + 1;
    if (!reserve(low + shadowOffset, high + shadowOffset) ||
        !reserve((low >> 3) * 2 + maskOffset, (high >> 3) * 2 + maskOffset) ||
        !reserve((low >> blockBits) * 8 + blockOffset, (high >> blockBits) * 8 + blockOffset))
      return false;
  }
  return reserveSideRegion();
}

static Access makeAccess(AccessKind kind, const void* at, size_t bytes, const Site* site, const void* frame) {
  Thread* thread = stewardCurrentThread;
  if (!thread) thread = &currentThread();
  bool isWrite = kind != AccessKind::Read && kind != AccessKind::AtomicRead;
  bool isAtomic = kind == AccessKind::AtomicRead || kind == AccessKind::AtomicWrite;
  return {*thread, kind, isWrite, isAtomic, __steward_epoch, reinterpret_cast<uintptr_t>(at), bytes, site, frame};
}

// After a check that changed the shadow: a cell, or a set that a cell names.
static void note(const Access& access, size_t bytes, bool isSparse) {
  access.thread.hasChangedSet = false;
  access.thread.epochUsed = true;
  noteAccess(access.thread, access.kind, access.at, bytes, isSparse, access.site, access.frame);
}

static void checkAll(const Access& access) {
  if (checkBytes(access, access.at, access.bytes) || access.thread.hasChangedSet) note(access, access.bytes, false);
}

// The same bytes again in the same span, where the inlined comparison could not tell: without a lock. What was read of
// masks, lists and expanded words belongs to the cell if the cell is still the same afterwards.
template <unsigned bytes, bool isWrite>
static inline bool isSameSpan(uintptr_t address, uint8_t mask) {
  const uint64_t* at = cellAt(address);
  uint64_t cell = loadCell(at);
  Half now = __steward_epoch, half = isWrite ? writeHalf(cell) : readHalf(cell);
  bool isSame = false, isShared = false;
  if (writeHalf(cell) & tagMark) {
    if (isAtomicCell(cell)) return false;
    const Expanded& expanded = expandedOf(writeHalf(cell));
    unsigned first = unsigned(address & 7) >> expanded.shift,
             last = unsigned((address & 7) + bytes - 1) >> expanded.shift;
    if (bytes < 4 && expanded.shift) return false;
    isSame = true;
    for (unsigned i = first; i <= last; ++i)
      isSame &= (isWrite ? writeHalf(expanded.cells[i]) : readHalf(expanded.cells[i])) == now;
  } else {
    constexpr uint8_t masks[] = {0xff, 0x0f, 0xf0, 0};
    uint8_t known = masks[half & partMarks];
    if (!known) known = uint8_t(__atomic_load_n(masksAt(address), __ATOMIC_ACQUIRE) >> (isWrite ? 0 : 8));
    if (mask & ~known) return false;
    isShared = !isWrite && half & tagMark;
    isSame = isShared ? contains(setOf(half), epochOf(now)) : (half & ~partMarks) == now;
  }
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (!isSame || !now || loadCell(at) != cell) return false;
  // The inlined comparison can tell the next time, if this is where many words are alike.
  if (isShared && !(half & partMarks) && half != __steward_shared && ++stewardCurrentThread->sharedMisses % 16 == 0) {
    SpinGuard guard(lockOf(at));
    if (loadCell(at) == cell) rememberShared(*stewardCurrentThread, half);
  }
  return true;
}

// One access within a word.
template <unsigned bytes, bool isWrite>
static inline void check(const void* at, const Site* site, const void* frame) {
  uintptr_t address = reinterpret_cast<uintptr_t>(at), word = address & ~uintptr_t(7);
  uint8_t mask = bytes == 8 ? 0xff : byteMask(address - word, address - word + bytes);
  if (isSameSpan<bytes, isWrite>(address, mask)) return;
  Access access = makeAccess(isWrite ? AccessKind::Write : AccessKind::Read, at, bytes, site, frame);
  ++access.thread.counts.slow;
  Conflict conflict{};
  // Four bytes whose cell says all there is to know are as usual as eight.
  bool changed;
  uint64_t* cell = cellAt(word);
  if (bytes != 4 || loadCell(cell) == 0 || !updateHalves(access, cell, loadCell(cell), word, mask, conflict, changed))
    changed = checkWord(access, word, mask, conflict);
  if (changed || access.thread.hasChangedSet) note(access, bytes, false);
  if (conflict.earlier) reportConflict(access, conflict);
}

// An atomic access like one before it in this span: without a lock.
static bool isSameAtomic(uintptr_t address, size_t bytes, bool isWrite) {
  const uint64_t* at = cellAt(address);
  uint64_t cell = loadCell(at);
  if (!isAtomicCell(cell) || bytes < 4 || address % bytes) return false;
  Epoch now = epochOf(__steward_epoch);
  auto isIn = [&](Half half) {
    return half != noAtomics &&
           (contains(setOf(half), now | atomicWriteMark) || (!isWrite && contains(setOf(half), now)));
  };
  bool isSame = (bytes == 8 || !(address & 4) ? isIn(writeHalf(cell)) : true) &&
                (bytes == 8 || address & 4 ? isIn(readHalf(cell)) : true);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return isSame && now && loadCell(at) == cell;
}

void checkAccess(Thread& thread, AccessKind kind, const void* at, size_t bytes, const Site* site, const void* frame) {
  if (!bytes) return;
  bool isAtomicWrite = kind == AccessKind::AtomicWrite;
  if ((isAtomicWrite || kind == AccessKind::AtomicRead) && bytes <= 8 &&
      isSameAtomic(reinterpret_cast<uintptr_t>(at), bytes, isAtomicWrite))
    return;
  // The runtime's own are where they are made; what atomics do is in the trace as such.
  if (kind == AccessKind::Read || kind == AccessKind::Write || kind == AccessKind::Free)
    traceChecked(thread, at, bytes, kind != AccessKind::Read, site);
  checkAll(makeAccess(kind, at, bytes, site, frame));
}

static void checkRange(AccessKind kind, const void* at, size_t bytes, const Site* site, const void* frame) {
  if (!bytes) return;
  Access access = makeAccess(kind, at, bytes, site, frame);
  ++access.thread.counts.ranges;
  access.thread.counts.rangeBytes += bytes;
  trace(TraceKind::Check, access.thread, at, bytes, access.isWrite, site);
  checkAll(access);
}

namespace {
struct Dimension {
  int64_t stride;
  size_t count;
};
} // namespace

// Rows that lie end to end are one row, whatever order the program goes through them in.
static void checkStrided(AccessKind kind, const void* start, size_t bytes, Dimension (&dimensions)[3], const Site* site,
                         const void* frame) {
  uintptr_t at = reinterpret_cast<uintptr_t>(start);
  for (Dimension& dimension : dimensions) {
    if (!dimension.count || !bytes) return;
    if (dimension.stride < 0) {
      at += uintptr_t(dimension.stride) * (dimension.count - 1);
      dimension.stride = -dimension.stride;
    }
    if (dimension.count == 1 || dimension.stride == 0) dimension = {0, 1};
  }
  auto order = [](Dimension& a, Dimension& b) {
    if (a.stride <= b.stride) return;
    Dimension saved = a;
    a = b;
    b = saved;
  };
  order(dimensions[0], dimensions[1]);
  order(dimensions[1], dimensions[2]);
  order(dimensions[0], dimensions[1]);
  Dimension left[3] = {{0, 1}, {0, 1}, {0, 1}};
  unsigned kept = 0;
  size_t extent = bytes;
  for (const Dimension& dimension : dimensions) {
    if (dimension.count == 1) continue;
    // Rows that touch or overlap the next are one row.
    if (!kept && size_t(dimension.stride) <= bytes)
      bytes += size_t(dimension.stride) * (dimension.count - 1);
    else
      left[kept++] = dimension;
    extent += size_t(dimension.stride) * (dimension.count - 1);
  }
  Access access = makeAccess(kind, reinterpret_cast<void*>(at), bytes, site, frame);
  ++access.thread.counts.ranges;
  access.thread.counts.rangeBytes += bytes * left[0].count * left[1].count * left[2].count;
  bool changed = false;
  for (size_t k = 0; k < left[2].count; ++k)
    for (size_t j = 0; j < left[1].count; ++j)
      for (size_t i = 0; i < left[0].count; ++i) {
        access.at = at + i * left[0].stride + j * left[1].stride + k * left[2].stride;
        trace(TraceKind::Check, access.thread, reinterpret_cast<void*>(access.at), bytes, access.isWrite, site);
        changed |= checkBytes(access, access.at, bytes);
      }
  access.at = at;
  if (changed || access.thread.hasChangedSet) note(access, extent, extent != bytes);
}

} // namespace steward::runtime

using namespace steward::runtime;

#define FRAME __builtin_frame_address(0)

// What the inlined comparison leaves is compared here, once in the program and not at each check: with the set of
// readers that the thread met last, and with the mark of the four bytes that were accessed. The few registers that this
// needs are all that is saved, until it is known that there is more to do.
template <bool isWrite>
static inline bool isKnown(Half half) {
  return half == __steward_epoch || (!isWrite && half == __steward_shared);
}

template <unsigned bytes, bool isWrite>
static inline bool isKnownWithin(const void* at) {
  uintptr_t address = reinterpret_cast<uintptr_t>(at);
  Half half = __atomic_load_n(reinterpret_cast<const Half*>(cellAt(address)) + !isWrite, __ATOMIC_RELAXED);
  if (!__steward_epoch) return false;
  static_assert(lowPart == 1 && highPart == 2);
  if (bytes == 4 && half == __steward_epoch + lowPart + (address >> 2 & 1)) return true;
  return isKnown<isWrite>(half);
}

// A short range.
template <bool isWrite>
static inline bool isKnownRange(const void* at, size_t bytes) {
  constexpr size_t longest = 256;
  if (bytes > longest || !__steward_epoch) return false;
  uintptr_t address = reinterpret_cast<uintptr_t>(at);
  const uint64_t *cell = cellAt(address), *end = cellAt(address + bytes - 1);
  for (; cell <= end; ++cell)
    if (!isKnown<isWrite>(isWrite ? writeHalf(loadCell(cell)) : readHalf(loadCell(cell)))) return false;
  return true;
}

// The frame of what is called last is where the stack is walked from, and it returns to the check.
#define STEWARD_MORE static __attribute__((preserve_most, noinline)) void
#define STEWARD_WITHIN(N)                                                                                              \
  STEWARD_MORE read##N(const void* at, const StewardSite* site) { check<N, false>(at, site, FRAME); }                  \
  STEWARD_MORE write##N(void* at, const StewardSite* site) { check<N, true>(at, site, FRAME); }                        \
  STEWARD_CHECK void __steward_read##N(const void* at, const StewardSite* site) {                                      \
    if (isKnownWithin<N, false>(at)) return;                                                                           \
    [[clang::musttail]] return read##N(at, site);                                                                      \
  }                                                                                                                    \
  STEWARD_CHECK void __steward_write##N(void* at, const StewardSite* site) {                                           \
    if (isKnownWithin<N, true>(at)) return;                                                                            \
    [[clang::musttail]] return write##N(at, site);                                                                     \
  }
STEWARD_WITHIN(1)
STEWARD_WITHIN(2)
STEWARD_WITHIN(4)
STEWARD_WITHIN(8)
#undef STEWARD_WITHIN

STEWARD_MORE readRange(const void* at, size_t bytes, const StewardSite* site) {
  checkRange(AccessKind::Read, at, bytes, site, FRAME);
}
STEWARD_MORE writeRange(void* at, size_t bytes, const StewardSite* site) {
  checkRange(AccessKind::Write, at, bytes, site, FRAME);
}
STEWARD_CHECK void __steward_read_range(const void* at, size_t bytes, const StewardSite* site) {
  if (isKnownRange<false>(at, bytes)) return;
  [[clang::musttail]] return readRange(at, bytes, site);
}
STEWARD_CHECK void __steward_write_range(void* at, size_t bytes, const StewardSite* site) {
  if (isKnownRange<true>(at, bytes)) return;
  [[clang::musttail]] return writeRange(at, bytes, site);
}

STEWARD_CHECK void __steward_read_strided(const void* at, size_t bytes, int64_t stride1, size_t count1, int64_t stride2,
                                          size_t count2, int64_t stride3, size_t count3, const StewardSite* site) {
  Dimension dimensions[3] = {{stride1, count1}, {stride2, count2}, {stride3, count3}};
  checkStrided(AccessKind::Read, at, bytes, dimensions, site, FRAME);
}
STEWARD_CHECK void __steward_write_strided(void* at, size_t bytes, int64_t stride1, size_t count1, int64_t stride2,
                                           size_t count2, int64_t stride3, size_t count3, const StewardSite* site) {
  Dimension dimensions[3] = {{stride1, count1}, {stride2, count2}, {stride3, count3}};
  checkStrided(AccessKind::Write, at, bytes, dimensions, site, FRAME);
}

STEWARD_CHECK void __steward_vtable_store(void** at, void* value, const StewardSite* site) {
  if (__atomic_load_n(at, __ATOMIC_RELAXED) == value) return;
  if (isTracing) traceChecked(currentThread(), at, 8, true, site);
  check<8, true>(at, site, FRAME);
}

STEWARD_EXPORT void __steward_count(uint64_t accesses, uint64_t checks) {
  Thread& thread = currentThread();
  thread.counts.accesses += accesses;
  thread.counts.checks += checks;
}
