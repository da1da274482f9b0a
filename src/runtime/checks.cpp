// The functions that instrumented code calls when the inlined comparison was not enough.
#include "runtime/cell_pages.h"
#include "runtime/first_touch.h"
#include "runtime/held.h"
#include "runtime/record.h"
#include "runtime/same_span.h"
#include "runtime/trace.h"

#include <sys/mman.h>

extern "C" {
__attribute__((visibility("default"), tls_model("initial-exec"))) __thread uint32_t __steward_epoch = 0;
extern __attribute__((visibility("hidden"), tls_model("initial-exec"),
                      alias("__steward_epoch"))) __thread uint32_t stewardEpoch;
__attribute__((visibility("default"), tls_model("initial-exec"))) __thread uint32_t __steward_shared =
    steward::runtime::noSet;
extern __attribute__((visibility("hidden"), tls_model("initial-exec"),
                      alias("__steward_shared"))) __thread uint32_t stewardShared;
}

namespace steward::runtime {

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
  for (auto [from, to, detailOffset] : programAreas) {
    uint64_t low = linear(from), high = linear(to - 1) + 1;
    if (!reserve(low + shadowOffset, high + shadowOffset) || !reserve(from + detailOffset, to + detailOffset) ||
        !reserve((low >> blockBits) * blockStateBytes + blockOffset,
                 (high >> blockBits) * blockStateBytes + blockOffset) ||
        !reserve((low >> blockBits) * blockStateBytes + groupOffset,
                 (high >> blockBits) * blockStateBytes + groupOffset))
      return false;
  }
  return reserveSideRegion() && reserveOwnReads() && reserveHeld() && reserveCellPages();
}

// Null behind the thread's end: its time is over, and a signal's handler or a last destructor may still run in it.
[[gnu::always_inline]] static inline Thread* checkingThread() {
  Thread* thread = stewardCurrentThread;
  return thread || hasThreadEnded() ? thread : &currentThread();
}

static Access makeAccess(Thread& thread, AccessKind kind, const void* at, size_t bytes, const Site* site,
                         const void* frame) {
  bool isWrite = kind != AccessKind::Read && kind != AccessKind::AtomicRead;
  bool isAtomic = kind == AccessKind::AtomicRead || kind == AccessKind::AtomicWrite;
  return {thread, kind, isWrite, isAtomic, __steward_epoch, reinterpret_cast<uintptr_t>(at), bytes, site, frame};
}

// After a check that changed the shadow: a cell, or a set that a cell names.
static void note(const Access& access, size_t bytes, bool isSparse) {
  access.thread.hasChangedSet = false;
  access.thread.epochUsed = true;
  noteAccess(access.thread, access.kind, access.at, bytes, isSparse, access.site, access.frame);
}

// That memory was freed is noted in any case: what was done to it before was done to something else.
static void checkAll(Access access) {
  Inside inside(access.thread);
  access.epoch = __steward_epoch; // a handler may have run before the gate
  bool changed = checkBytes(access, access.at, access.bytes) || access.thread.hasChangedSet;
  if (changed || access.kind == AccessKind::Free) note(access, access.bytes, false);
}

#define FRAME __builtin_frame_address(0)
#define STEWARD_SLOWLY [[gnu::noinline]] __attribute__((preserve_most))

template <unsigned bytes>
static inline uint8_t maskOf(uintptr_t address) {
  return bytes == 8 ? 0xff : uint8_t(((1u << bytes) - 1) << (address & 7));
}

// One access within a word.
template <unsigned bytes, bool isWrite>
[[gnu::always_inline]] static inline void check(const void* at, const Site* site, const void* frame) {
  uintptr_t address = reinterpret_cast<uintptr_t>(at), word = address & ~uintptr_t(7);
  uint8_t mask = maskOf<bytes>(address);
  if (isSplitCell(loadCell(cellAt(word))) && isSameBeside<isWrite>(word, mask)) return;
  Thread* thread = checkingThread();
  if (!thread) return;
  Access access = makeAccess(*thread, isWrite ? AccessKind::Write : AccessKind::Read, at, bytes, site, frame);
  Inside inside(access.thread);
  access.epoch = __steward_epoch;
  ++access.thread.counts.slow;
  Conflict conflict{};
  bool changed;
  uint64_t *at64 = cellAt(word), cell = loadCell(at64);
  if (bytes < 8 && cell)
    changed = updateWord(access, word, mask, conflict);
  else if (cell && !(cell & cellMarks) && !options.exact)
    changed = updateWholeWord(access, at64, cell, word, conflict);
  else
    changed = checkWord(access, word, mask, conflict);
  if (changed || access.thread.hasChangedSet) note(access, bytes, false);
  if (conflict.count) reportConflict(access, conflict);
}

// Called in the place of the function that instrumented code called, so that its caller is the program.
template <unsigned bytes, bool isWrite>
STEWARD_SLOWLY static void checkSlowly(const void* at, const Site* site, StackId*) {
  check<bytes, isWrite>(at, site, FRAME);
}

// Whether the check is still to be made, after the short ways.
template <unsigned bytes, bool isWrite>
[[gnu::always_inline]] static inline bool isLeft(const void* at, const Site* site, StackId* stack, const void* frame) {
  uintptr_t address = reinterpret_cast<uintptr_t>(at), word = address & ~uintptr_t(7);
  uint8_t mask = maskOf<bytes>(address);
  uint64_t cell = loadCell(cellAt(word));
  bool isSplit = isSplitCell(cell);
  if (!(bytes == 4 && isSplit) && isSamePart<isWrite>(word, mask)) return false;
  if (cell & cellTags && !isSplit && mayTellElsewhere(cell, stewardEpoch) && isSameElsewhere<isWrite>(word, mask))
    return false;
  return !touchFirst<bytes, isWrite>(address, site, stack, static_cast<const uintptr_t*>(frame));
}

// A check that was not made before in this span.
template <unsigned bytes, bool isWrite>
STEWARD_SLOWLY static void checkFirst(const void* at, const Site* site, StackId* stack) {
  if (!isLeft<bytes, isWrite>(at, site, stack, FRAME)) return;
  [[clang::musttail]] return checkSlowly<bytes, isWrite>(at, site, stack);
}

template <unsigned bytes, bool isWrite>
STEWARD_SLOWLY static void checkOwn(const void* at, const Site* site, StackId* stack) {
  if (touchOwn<bytes, isWrite>(reinterpret_cast<uintptr_t>(at), site, stack, static_cast<const uintptr_t*>(FRAME)))
    return;
  [[clang::musttail]] return checkFirst<bytes, isWrite>(at, site, stack);
}

// What is more than the short ways; the runtime's own are traced where they are made, and what atomics do as such.
[[gnu::noinline]] static void checkAccessSlowly(Thread& thread, AccessKind kind, const void* at, size_t bytes,
                                                const Site* site, const void* frame) {
  if (kind == AccessKind::Read || kind == AccessKind::Write || kind == AccessKind::Free)
    traceChecked(thread, at, bytes, kind != AccessKind::Read, site);
  checkAll(makeAccess(thread, kind, at, bytes, site, frame));
}

// A function for each kind: what is long is to save what it needs, and not what the others do.
template <bool isWrite>
[[gnu::noinline]] static void checkPlain(Thread& thread, AccessKind kind, const void* at, size_t bytes,
                                         const Site* site, const void* frame) {
  uintptr_t address = reinterpret_cast<uintptr_t>(at);
  if (!isTracing && (isSameRange<isWrite>(address, bytes) ||
                     touchRange<isWrite>(address, bytes, site, nullptr, static_cast<const uintptr_t*>(frame))))
    return;
  [[clang::musttail]] return checkAccessSlowly(thread, kind, at, bytes, site, frame);
}

void checkAccess(Thread& thread, AccessKind kind, const void* at, size_t bytes, const Site* site, const void* frame) {
  if (!bytes) return;
  if (kind == AccessKind::Read) [[clang::musttail]]
    return checkPlain<false>(thread, kind, at, bytes, site, frame);
  if (kind == AccessKind::Write) [[clang::musttail]]
    return checkPlain<true>(thread, kind, at, bytes, site, frame);
  bool isAtomicWrite = kind == AccessKind::AtomicWrite;
  uintptr_t address = reinterpret_cast<uintptr_t>(at);
  if ((isAtomicWrite || kind == AccessKind::AtomicRead) && bytes <= 8 &&
      (isSameAtomic(address, bytes, isAtomicWrite) ||
       touchAtomic(thread, kind, address, bytes, site,
                   callerAt(thread, static_cast<const uintptr_t*>(frame), nullptr))))
    return;
  [[clang::musttail]] return checkAccessSlowly(thread, kind, at, bytes, site, frame);
}

void checkAccessBy(Thread& thread, AccessKind kind, uintptr_t at, size_t bytes, const Site* site, Caller caller) {
  thread.givenFrame[1] = caller.pc + 1;
  thread.givenStack = caller.stack;
  checkAll(makeAccess(thread, kind, reinterpret_cast<const void*>(at), bytes, site, thread.givenFrame));
}

template <bool isWrite>
STEWARD_SLOWLY static void checkRangeSlowly(const void* at, size_t bytes, const Site* site, StackId*) {
  Thread* thread = checkingThread();
  if (!bytes || !thread) return;
  Access access = makeAccess(*thread, isWrite ? AccessKind::Write : AccessKind::Read, at, bytes, site, FRAME);
  ++access.thread.counts.ranges;
  access.thread.counts.rangeBytes += bytes;
  trace(TraceKind::Check, access.thread, at, bytes, access.isWrite, site);
  checkAll(access);
}

template <bool isWrite>
STEWARD_SLOWLY static void checkShortRange(const void* at, size_t bytes, const Site* site, StackId* stack) {
  if (touchRange<isWrite>(reinterpret_cast<uintptr_t>(at), bytes, site, stack, static_cast<const uintptr_t*>(FRAME)))
    return;
  [[clang::musttail]] return checkRangeSlowly<isWrite>(at, bytes, site, stack);
}

namespace {
struct Dimension {
  int64_t stride;
  size_t count;
};

// Words that a check is of, put together for each block.
class Footprint {
public:
  explicit Footprint(const Access& of) : access(of), blocks(access) {
    access.at = 0, access.bytes = blockBytes, access.isSparse = true;
  }

  void add(uintptr_t from, uintptr_t to) {
    for (uintptr_t next; from < to; from = next) {
      uintptr_t block = from & ~(blockBytes - 1);
      next = block + blockBytes < to ? block + blockBytes : to;
      if (next - from == blockBytes && blocks.check(blockAt(block), changed)) continue;
      if (block != access.at) check(block);
      words |= wordMask(from - block, next - block);
    }
  }
  // Words `stride` bytes apart, which are fewer than there are in a block: a block's at once.
  void add(uintptr_t from, size_t stride, size_t count) {
    uint64_t pattern = 0;
    for (size_t at = 0; at < blockBytes; at += stride) pattern |= uint64_t(1) << at / 8;
    while (count) {
      uintptr_t block = from & ~(blockBytes - 1), first = (from - block) / 8;
      size_t inBlock = (blockBytes - 1 - (from - block)) / stride + 1;
      if (block != access.at) check(block);
      uint64_t added = pattern << first;
      if (count < inBlock) {
        added &= (uint64_t(1) << (first + count * stride / 8)) - 1;
        inBlock = count;
      }
      words |= added;
      from += inBlock * stride;
      count -= inBlock;
    }
  }
  // Whether the shadow was changed.
  bool commit() {
    check(0);
    return changed;
  }

private:
  void check(uintptr_t next) {
    if (words) changed |= checkInBlock(access, access.at, words);
    words = 0;
    access.at = next;
  }

  Access access; // to one block at a time
  WholeBlocks blocks;
  uint64_t words = 0;
  bool changed = false;
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
  Thread* thread = checkingThread();
  if (!thread) return;
  Access access = makeAccess(*thread, kind, reinterpret_cast<void*>(at), bytes, site, frame);
  ++access.thread.counts.ranges;
  access.thread.counts.rangeBytes += bytes * left[0].count * left[1].count * left[2].count;
  Inside inside(access.thread);
  access.epoch = __steward_epoch;
  Footprint footprint(access);
  bool isOfWords = !((at | bytes | left[0].stride | left[1].stride | left[2].stride) & 7), changed = false;
  bool isByBlocks = isOfWords && bytes == 8 && size_t(left[0].stride) - 1 < blockBytes / 2 && !isTracing;
  for (size_t k = 0; k < left[2].count; ++k)
    for (size_t j = 0; j < left[1].count; ++j) {
      if (isByBlocks) {
        footprint.add(at + j * left[1].stride + k * left[2].stride, size_t(left[0].stride), left[0].count);
        continue;
      }
      for (size_t i = 0; i < left[0].count; ++i) {
        uintptr_t row = at + i * left[0].stride + j * left[1].stride + k * left[2].stride;
        trace(TraceKind::Check, access.thread, reinterpret_cast<void*>(row), bytes, access.isWrite, site);
        access.at = row;
        if (isOfWords)
          footprint.add(row, row + bytes);
        else
          changed |= checkBytes(access, row, bytes);
      }
    }
  changed |= footprint.commit();
  access.at = at;
  if (changed || access.thread.hasChangedSet) note(access, extent, extent != bytes);
}

} // namespace steward::runtime

using namespace steward::runtime;

// One inlined comparison may be of several words, and has then failed for some of them.
template <unsigned bytes, bool isWrite>
[[gnu::always_inline]] static inline bool isMade(const void* at) {
  uintptr_t address = reinterpret_cast<uintptr_t>(at);
  uint64_t cell = loadCell(cellAt(address));
  if (bytes == 4 && isSplitCell(cell) && !(address & 3)) return isSameInHalf<isWrite>(address, cell);
  return isSameHalf<isWrite>(address & ~uintptr_t(7), maskOf<bytes>(address));
}

template <unsigned bytes, bool isWrite>
STEWARD_SLOWLY static void checkUnlessMade(const void* at, const Site* site, StackId* stack) {
  if (isMade<bytes, isWrite>(at)) return;
  [[clang::musttail]] return checkOwn<bytes, isWrite>(at, site, stack);
}

// Bytes of a word others of which have been accessed in this span, which its cell says.
template <unsigned bytes, bool isWrite>
STEWARD_SLOWLY static void checkInSpan(const void* at, const Site* site, StackId* stack) {
  uintptr_t address = reinterpret_cast<uintptr_t>(at);
  uint64_t* place = cellAt(address);
  uint64_t cell = loadCell(place);
  if (isInSpan<isWrite>(cell, maskOf<bytes>(address), stewardEpoch)) [[unlikely]]
    return;
  if (touchOwnSpan<isWrite>(place, cell, address, bytes, site, stack, static_cast<const uintptr_t*>(FRAME))) return;
  [[clang::musttail]] return checkUnlessMade<bytes, isWrite>(at, site, stack);
}
[[gnu::always_inline]] static inline bool isOfThisSpan(uintptr_t address) {
  return writeHalf(loadCell(cellAt(address))) == (stewardEpoch | spanMarks);
}

// Of a word whose readers keep what they read each for itself.
template <unsigned bytes>
STEWARD_SLOWLY static void keepOwnReads(const void* at, const Site* site, StackId* stack) {
  if (readOwn(reinterpret_cast<uintptr_t>(at), bytes, site, stack, static_cast<const uintptr_t*>(FRAME))) return;
  [[clang::musttail]] return checkFirst<bytes, false>(at, site, stack);
}
template <unsigned bytes>
STEWARD_SLOWLY static void checkOwnReads(const void* at, const Site* site, StackId* stack) {
  uintptr_t address = reinterpret_cast<uintptr_t>(at);
  uint64_t *place = cellAt(address), cell = loadCell(place);
  Thread* thread = stewardCurrentThread;
  if (thread && isInOwnReads(*thread, place, cell, address, maskOf<bytes>(address), stewardEpoch)) return;
  [[clang::musttail]] return keepOwnReads<bytes>(at, site, stack);
}
[[gnu::always_inline]] static inline bool isOfOwnReads(const void* at) {
  return hasOwnReads(loadCell(cellAt(reinterpret_cast<uintptr_t>(at))));
}

#define STEWARD_CHECKS(N)                                                                                              \
  STEWARD_CHECK void __steward_read##N(const void* at, const StewardSite* site, uint32_t* stack) {                     \
    if (isOfThisSpan(reinterpret_cast<uintptr_t>(at))) [[clang::musttail]]                                             \
      return checkInSpan<N, false>(at, site, stack);                                                                   \
    if (isOfOwnReads(at)) [[clang::musttail]]                                                                          \
      return checkOwnReads<N>(at, site, stack);                                                                        \
    [[clang::musttail]] return checkUnlessMade<N, false>(at, site, stack);                                             \
  }                                                                                                                    \
  STEWARD_CHECK void __steward_write##N(void* at, const StewardSite* site, uint32_t* stack) {                          \
    if (isOfThisSpan(reinterpret_cast<uintptr_t>(at))) [[clang::musttail]]                                             \
      return checkInSpan<N, true>(at, site, stack);                                                                    \
    [[clang::musttail]] return checkUnlessMade<N, true>(at, site, stack);                                              \
  }
STEWARD_CHECKS(1)
STEWARD_CHECKS(2)
#undef STEWARD_CHECKS

// The same for four bytes. What is most usual there beside a span's cell is a word of one location, or of two that are
// in the cell.
template <bool isWrite>
STEWARD_SLOWLY static void checkHalf(const void* at, const Site* site, StackId* stack) {
  uintptr_t address = reinterpret_cast<uintptr_t>(at);
  uint64_t* place = cellAt(address);
  uint64_t cell = loadCell(place);
  Half now = stewardEpoch;
  if (now && isHalfNow<isWrite>(cell, address & 4, now)) [[unlikely]]
    return;
  if (touchOwnHalf<isWrite>(place, cell, address, site, stack, static_cast<const uintptr_t*>(FRAME))) return;
  [[clang::musttail]] return checkUnlessMade<4, isWrite>(at, site, stack);
}
template <bool isWrite>
STEWARD_SLOWLY static void checkOnlyHalf(const void* at, const Site* site, StackId* stack) {
  uintptr_t address = reinterpret_cast<uintptr_t>(at);
  uint64_t* place = cellAt(address);
  uint64_t cell = loadCell(place);
  Half now = stewardEpoch | (address & 4 ? highPart : lowPart);
  if ((isWrite ? writeHalf(cell) : readHalf(cell)) == now && stewardEpoch) [[unlikely]]
    return;
  if (touchOnlyHalf<isWrite>(place, cell, address, site, stack, static_cast<const uintptr_t*>(FRAME))) return;
  [[clang::musttail]] return checkUnlessMade<4, isWrite>(at, site, stack);
}

// What is known of four bytes decides which of these it is; else what is usual for bytes.
enum class FourBytes : uint8_t { InOneCell, OnlyHalf, OfThisSpan, OwnReads, Other };
[[gnu::always_inline]] static inline FourBytes knownOfFour(uintptr_t address) {
  uint64_t cell = loadCell(cellAt(address)), marks = cell & cellMarks;
  bool isHalf = !(address & 3);
  if (isHalf && (!marks || marks == closeMarks)) return FourBytes::InOneCell;
  if (isHalf && !(marks & cellTags)) return FourBytes::OnlyHalf;
  if (hasOwnReads(cell)) return FourBytes::OwnReads;
  return writeHalf(cell) == (stewardEpoch | spanMarks) ? FourBytes::OfThisSpan : FourBytes::Other;
}
#define STEWARD_CHECK_FOUR(name, Pointer, isWrite)                                                                     \
  STEWARD_CHECK void name(Pointer at, const StewardSite* site, uint32_t* stack) {                                      \
    FourBytes known = knownOfFour(reinterpret_cast<uintptr_t>(at));                                                    \
    if (known == FourBytes::InOneCell) [[clang::musttail]]                                                             \
      return checkHalf<isWrite>(at, site, stack);                                                                      \
    if (known == FourBytes::OnlyHalf) [[clang::musttail]]                                                              \
      return checkOnlyHalf<isWrite>(at, site, stack);                                                                  \
    if (known == FourBytes::OfThisSpan) [[clang::musttail]]                                                            \
      return checkInSpan<4, isWrite>(at, site, stack);                                                                 \
    if (!isWrite && known == FourBytes::OwnReads) [[clang::musttail]]                                                  \
      return checkOwnReads<4>(at, site, stack);                                                                        \
    [[clang::musttail]] return checkUnlessMade<4, isWrite>(at, site, stack);                                           \
  }
STEWARD_CHECK_FOUR(__steward_read4, const void*, false)
STEWARD_CHECK_FOUR(__steward_write4, void*, true)
#undef STEWARD_CHECK_FOUR

STEWARD_SLOWLY static void checkSharedRead(const void* at, const Site* site, StackId* stack) {
  if (isRemembered(reinterpret_cast<uintptr_t>(at), 0xff)) return;
  [[clang::musttail]] return checkFirst<8, false>(at, site, stack);
}
// All at once: these are hardly ever such that were made before, but for data that many threads read.
STEWARD_CHECK void __steward_read8(const void* at, const StewardSite* site, uint32_t* stack) {
  Half half = readHalf(loadCell(cellAt(reinterpret_cast<uintptr_t>(at))));
  if ((half == stewardEpoch && half) || half == stewardShared) return;
  if ((half & atomicMarks) == atomicMarks) [[clang::musttail]]
    return checkOwnReads<8>(at, site, stack);
  if (half & tagMark) [[clang::musttail]]
    return checkSharedRead(at, site, stack);
  if (touchOwn<8, false>(reinterpret_cast<uintptr_t>(at), site, stack, static_cast<const uintptr_t*>(FRAME))) return;
  [[clang::musttail]] return checkFirst<8, false>(at, site, stack);
}
STEWARD_CHECK void __steward_write8(void* at, const StewardSite* site, uint32_t* stack) {
  Half half = writeHalf(loadCell(cellAt(reinterpret_cast<uintptr_t>(at))));
  if (half == stewardEpoch && half) return;
  if (touchOwn<8, true>(reinterpret_cast<uintptr_t>(at), site, stack, static_cast<const uintptr_t*>(FRAME))) return;
  [[clang::musttail]] return checkFirst<8, true>(at, site, stack);
}

template <bool isWrite>
STEWARD_SLOWLY static void checkLongRange(const void* at, size_t bytes, const Site* site, StackId* stack) {
  if (isSameRange<isWrite>(reinterpret_cast<uintptr_t>(at), bytes)) return;
  [[clang::musttail]] return checkShortRange<isWrite>(at, bytes, site, stack);
}

template <bool isWrite>
STEWARD_SLOWLY static void checkAcross(const void* at, size_t bytes, const Site* site, StackId* stack) {
  if (isSameAcross<isWrite>(reinterpret_cast<uintptr_t>(at), bytes)) return;
  [[clang::musttail]] return checkShortRange<isWrite>(at, bytes, site, stack);
}

// Of so few, across words, the inlined comparison has found some to be new, or their words not to be whole.
static constexpr size_t fewBytes = 16;

STEWARD_CHECK void __steward_read_range(const void* at, size_t bytes, const StewardSite* site, uint32_t* stack) {
  if (bytes > fewBytes) [[clang::musttail]]
    return checkLongRange<false>(at, bytes, site, stack);
  [[clang::musttail]] return checkAcross<false>(at, bytes, site, stack);
}
STEWARD_CHECK void __steward_write_range(void* at, size_t bytes, const StewardSite* site, uint32_t* stack) {
  if (bytes > fewBytes) [[clang::musttail]]
    return checkLongRange<true>(at, bytes, site, stack);
  [[clang::musttail]] return checkAcross<true>(at, bytes, site, stack);
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
  if (isTracing && !hasThreadEnded()) traceChecked(currentThread(), at, 8, true, site);
  check<8, true>(at, site, FRAME);
}

STEWARD_EXPORT void __steward_count(uint64_t accesses, uint64_t checks) {
  Thread& thread = currentThread();
  thread.counts.accesses += accesses;
  thread.counts.checks += checks;
}
