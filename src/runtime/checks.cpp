// The functions that instrumented code calls when the inlined comparison was not enough.
#include "runtime/block.h"
#include "runtime/record.h"

#include <sys/mman.h>

extern "C" __attribute__((visibility("default"), tls_model("initial-exec"))) __thread uint32_t __steward_epoch = 0;

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

static void note(const Access& access, size_t bytes, bool isSparse) {
  access.thread.epochUsed = true;
  noteAccess(access.thread, access.kind, access.at, bytes, isSparse, access.site, access.frame);
}

static void checkAll(const Access& access) {
  if (checkBytes(access, access.at, access.bytes)) note(access, access.bytes, false);
}

// One access within a word.
template <unsigned bytes, bool isWrite>
static inline void check(const void* at, const Site* site, const void* frame) {
  uintptr_t address = reinterpret_cast<uintptr_t>(at), word = address & ~uintptr_t(7);
  uint8_t mask = bytes == 8 ? 0xff : byteMask(address - word, address - word + bytes);
  uint64_t* cell = cellAt(address);
  if (bytes < 8) {
    // The same bytes again in the same span. The mask belongs to the half if the half is still the same afterwards.
    Half half = isWrite ? writeHalf(loadCell(cell)) : readHalf(loadCell(cell));
    if (half == (__steward_epoch | partialMark) && __steward_epoch) {
      uint16_t masks = __atomic_load_n(masksAt(address), __ATOMIC_ACQUIRE);
      Half again = isWrite ? writeHalf(loadCell(cell)) : readHalf(loadCell(cell));
      if (again == half && !(mask & ~(isWrite ? masks : masks >> 8))) return;
    }
  }
  Access access = makeAccess(isWrite ? AccessKind::Write : AccessKind::Read, at, bytes, site, frame);
  ++access.thread.counts.slow;
  Conflict conflict{};
  bool changed = checkWord(access, word, mask, conflict);
  if (conflict.earlier) reportConflict(access, conflict);
  if (changed) note(access, bytes, false);
}

void checkAccess(Thread& thread, AccessKind kind, const void* at, size_t bytes, const Site* site, const void* frame) {
  if (!bytes) return;
  checkAll(makeAccess(kind, at, bytes, site, frame));
}

static void checkRange(AccessKind kind, const void* at, size_t bytes, const Site* site, const void* frame) {
  if (!bytes) return;
  Access access = makeAccess(kind, at, bytes, site, frame);
  ++access.thread.counts.ranges;
  access.thread.counts.rangeBytes += bytes;
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
        changed |= checkBytes(access, access.at, bytes);
      }
  access.at = at;
  if (changed) note(access, extent, extent != bytes);
}

} // namespace steward::runtime

using namespace steward::runtime;

#define FRAME __builtin_frame_address(0)

STEWARD_CHECK void __steward_read1(const void* at, const StewardSite* site) { check<1, false>(at, site, FRAME); }
STEWARD_CHECK void __steward_read2(const void* at, const StewardSite* site) { check<2, false>(at, site, FRAME); }
STEWARD_CHECK void __steward_read4(const void* at, const StewardSite* site) { check<4, false>(at, site, FRAME); }
STEWARD_CHECK void __steward_read8(const void* at, const StewardSite* site) { check<8, false>(at, site, FRAME); }
STEWARD_CHECK void __steward_write1(void* at, const StewardSite* site) { check<1, true>(at, site, FRAME); }
STEWARD_CHECK void __steward_write2(void* at, const StewardSite* site) { check<2, true>(at, site, FRAME); }
STEWARD_CHECK void __steward_write4(void* at, const StewardSite* site) { check<4, true>(at, site, FRAME); }
STEWARD_CHECK void __steward_write8(void* at, const StewardSite* site) { check<8, true>(at, site, FRAME); }

STEWARD_CHECK void __steward_read_range(const void* at, size_t bytes, const StewardSite* site) {
  checkRange(AccessKind::Read, at, bytes, site, FRAME);
}
STEWARD_CHECK void __steward_write_range(void* at, size_t bytes, const StewardSite* site) {
  checkRange(AccessKind::Write, at, bytes, site, FRAME);
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
  if (__atomic_load_n(at, __ATOMIC_RELAXED) != value) check<8, true>(at, site, FRAME);
}

STEWARD_EXPORT void __steward_count(uint64_t accesses, uint64_t checks) {
  Thread& thread = currentThread();
  thread.counts.accesses += accesses;
  thread.counts.checks += checks;
}
