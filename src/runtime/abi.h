// What instrumented code and the runtime agree on. The placement pass writes code against it; nothing else is public.
//
// Ground rules of the runtime
//  1. No exceptions, no RTTI, no libstdc++, no thread-safe statics, no static constructors: the program may start
//  threads
//     before constructors have run, and its allocator may be one of its own.
//  2. No malloc: memory comes from mapPages() and the arenas on top of it (memory.h).
//  3. Nothing on the path of a check calls into the C library, unless it is about to report. What it locks is a cell's
//     lock; what it allocates comes from the region beside the shadow (side.h).
//  4. A thread never holds a lock of the runtime while it runs code of the program.
//  5. errno is the program's: whatever enters the runtime leaves it as it was.
//  6. Globals are declared in the header of the file that owns them, and are plain data that starts as zero.
#pragma once

#include <stddef.h>
#include <stdint.h>

// An epoch is a slot (a thread's lane of time) and a clock: which of the slot's spans between two releases. It takes 29
// bits; in a half of a shadow cell it stands shifted by 3, below it the marks.
//
//   cell, 64 bits for 8 aligned bytes of the program:   low half: last write        high half: last reads
//   half:   slot:12 clock:17 tag:1 part:2
//
// A half that equals the thread's own epoch, with no marks, means: this thread did this to all eight bytes in the
// current span, and there is nothing to check. That is the comparison which is inlined at every check. A write sets
// both halves, so a read compares the high half only; and it compares it with the set of readers that the thread met
// last, too (__steward_shared).
namespace steward::runtime {

inline constexpr unsigned clockBits = 17, slotBits = 12, markBits = 3;
// Which bytes the half speaks of: all, or the lower or the upper four. All marks of a part: of atomic accesses
// (cell.h).
inline constexpr uint32_t partMarks = 3, lowPart = 1, highPart = 2;
inline constexpr uint32_t tagMark = 4; // an index into a table in the place of an epoch; see cell.h
// A cell that speaks of one span of one thread: the low half has its epoch and these marks, the high half the bytes
// that were read in it, or written, and those that were written; see span_cell.h.
inline constexpr uint32_t spanMarks = tagMark | highPart;
inline constexpr unsigned spanReadAt = 56, spanWrittenAt = 48;
inline constexpr uint32_t clockLimit = (1u << clockBits) - 1;
inline constexpr uint32_t slotLimit = 1u << slotBits;
inline constexpr uint32_t noSet = ~0u; // no half of a cell

// Address space (x86-64 Linux). The program's memory lies below 512 GiB, or from 0x5500'0000'0000 up; bit 46 is not
// needed to tell these apart. The shadow is an and and an add away. The added constants are no multiples of a large
// power of two, else a word and its shadow would fight for one set of the cache.
//
//   program   0x0000'0000'0000 .. 0x0080'0000'0000      shadow   0x1180'… .. 0x1200'…   detail   0x2300'… .. 0x2380'…
//             0x5500'0000'0000 .. 0x6600'0000'0000               0x2680'… .. 0x3780'…            0x1200'… .. 0x2300'…
//             0x6f00'0000'0000 .. 0x8000'0000'0000               0x4080'… .. 0x5180'…            0x0080'… .. 0x1180'…
inline constexpr uint64_t lowEnd = 0x0080'0000'0000, middleStart = 0x5500'0000'0000, middleEnd = 0x6600'0000'0000,
                          highStart = 0x6f00'0000'0000, highEnd = 0x8000'0000'0000;
inline constexpr uint64_t linearMask = ~(uint64_t(1) << 46);
inline constexpr uint64_t shadowOffset = 0x1180'0000'25c0;
inline constexpr uint64_t blockOffset = 0x5190'0000'0380; // 16 bytes for a block of 512; see cell.h
inline constexpr uint64_t groupOffset = 0x3790'0000'0b80; // the same
// The detail of a word, 64 bits: what was known of it before the span that its cell is of (span_cell.h), or its upper
// half's cell (split.h). From an address:
inline constexpr uint64_t lowDetailOffset = 0x2300'0000'9240, middleDetailOffset = 0x1200'0000'5240 - middleStart,
                          highDetailOffset = 0x0080'0000'1240 - highStart;
inline constexpr unsigned blockBits = 9;

// One access as the source has it. `file` and `function` may be null when there is no debug information.
struct SiteAccess {
  const char* file;
  const char* function;
  uint32_t line, column;
  // Which bytes of the check, from its start, are this access's; 0 bytes: any of them (a range with strides).
  int32_t offset;
  uint32_t bytes;
};

// A check that was placed, and the accesses that it stands for.
struct Site {
  uint32_t count;
  uint32_t flags; // siteIsWrite
  const SiteAccess* accesses;
};
inline constexpr uint32_t siteIsWrite = 1;

} // namespace steward::runtime

// The calling convention keeps every register but r11, so that a check costs its surroundings nothing.
#define STEWARD_CHECK extern "C" __attribute__((visibility("default"), preserve_most))
#define STEWARD_EXPORT extern "C" __attribute__((visibility("default")))

// The current epoch, shifted by 3; 0 while the thread is not known yet, which equals no cell half of use and so leads
// to the runtime.
extern "C" __attribute__((visibility("default"), tls_model("initial-exec"))) __thread uint32_t __steward_epoch;
// The same to the runtime itself, which then finds it without looking for the place.
extern "C" __attribute__((visibility("hidden"), tls_model("initial-exec"))) __thread uint32_t stewardEpoch;
// A high half that says that this thread, among others, has read the whole word in the current span; or noSet. One that
// it had earlier in the span says the same.
extern "C" __attribute__((visibility("default"), tls_model("initial-exec"))) __thread uint32_t __steward_shared;
extern "C" __attribute__((visibility("hidden"), tls_model("initial-exec"))) __thread uint32_t stewardShared;

using StewardSite = steward::runtime::Site;
using uint128_t = unsigned __int128;

// `stack` is a variable of the calling function: where the runtime keeps the number of its call stack, which does not
// change as long as the function runs. 0 when the function begins.
//
// Behind the inlined comparison. The address lies within one cell (readN/writeN: N bytes, not across 8 aligned bytes).
STEWARD_CHECK void __steward_read1(const void* at, const StewardSite* site, uint32_t* stack);
STEWARD_CHECK void __steward_read2(const void* at, const StewardSite* site, uint32_t* stack);
STEWARD_CHECK void __steward_read4(const void* at, const StewardSite* site, uint32_t* stack);
STEWARD_CHECK void __steward_read8(const void* at, const StewardSite* site, uint32_t* stack);
STEWARD_CHECK void __steward_write1(void* at, const StewardSite* site, uint32_t* stack);
STEWARD_CHECK void __steward_write2(void* at, const StewardSite* site, uint32_t* stack);
STEWARD_CHECK void __steward_write4(void* at, const StewardSite* site, uint32_t* stack);
STEWARD_CHECK void __steward_write8(void* at, const StewardSite* site, uint32_t* stack);
// Any bytes, any alignment.
STEWARD_CHECK void __steward_read_range(const void* at, size_t bytes, const StewardSite* site, uint32_t* stack);
STEWARD_CHECK void __steward_write_range(void* at, size_t bytes, const StewardSite* site, uint32_t* stack);
// Elements of `bytes` at at + i*stride1 + j*stride2 + k*stride3, each index from 0 below its count. Strides may be
// negative.
STEWARD_CHECK void __steward_read_strided(const void* at, size_t bytes, int64_t stride1, size_t count1, int64_t stride2,
                                          size_t count2, int64_t stride3, size_t count3, const StewardSite* site);
STEWARD_CHECK void __steward_write_strided(void* at, size_t bytes, int64_t stride1, size_t count1, int64_t stride2,
                                           size_t count2, int64_t stride3, size_t count3, const StewardSite* site);
// The store of a vtable pointer, before it happens: nothing is checked when it changes nothing.
STEWARD_CHECK void __steward_vtable_store(void** at, void* value, const StewardSite* site);

// Atomic operations are made by the runtime, so that what they order and what they do is one step. `order` is the C
// library's __ATOMIC_ constant. N is 8, 16, 32, 64 or 128 bits.
//   uN   __steward_atomicN_load(const uN* at, int order, const Site*, uint32_t* stack)
//   uN   __steward_atomicN_await(const uN* at, int order, const Site*, uint32_t* stack)
//        a load in a loop that only waits: a thread that goes on with it for long sleeps for a moment now and then
//   void __steward_atomicN_store(uN* at, uN value, int order, const Site*)
//   uN   __steward_atomicN_{exchange,fetch_add,fetch_sub,fetch_and,fetch_or,fetch_xor,fetch_nand}(uN* at, uN value, int
//   order, const Site*) uN   __steward_atomicN_compare_exchange(uN* at, uN expected, uN desired, int success, int
//   failure, const Site*)
//        the value that was there; the pass compares it with `expected`
// Other read-modify-writes (min, max, floating point) become loops of compare_exchange in the pass.
//   void __steward_fence(int order)                      atomic_thread_fence; signal fences need nothing
#define STEWARD_ATOMICS(N)                                                                                             \
  STEWARD_EXPORT uint##N##_t __steward_atomic##N##_load(const uint##N##_t*, int, const StewardSite*, uint32_t*);       \
  STEWARD_EXPORT uint##N##_t __steward_atomic##N##_await(const uint##N##_t*, int, const StewardSite*, uint32_t*);      \
  STEWARD_EXPORT void __steward_atomic##N##_store(uint##N##_t*, uint##N##_t, int, const StewardSite*);                 \
  STEWARD_EXPORT uint##N##_t __steward_atomic##N##_exchange(uint##N##_t*, uint##N##_t, int, const StewardSite*);       \
  STEWARD_EXPORT uint##N##_t __steward_atomic##N##_fetch_add(uint##N##_t*, uint##N##_t, int, const StewardSite*);      \
  STEWARD_EXPORT uint##N##_t __steward_atomic##N##_fetch_sub(uint##N##_t*, uint##N##_t, int, const StewardSite*);      \
  STEWARD_EXPORT uint##N##_t __steward_atomic##N##_fetch_and(uint##N##_t*, uint##N##_t, int, const StewardSite*);      \
  STEWARD_EXPORT uint##N##_t __steward_atomic##N##_fetch_or(uint##N##_t*, uint##N##_t, int, const StewardSite*);       \
  STEWARD_EXPORT uint##N##_t __steward_atomic##N##_fetch_xor(uint##N##_t*, uint##N##_t, int, const StewardSite*);      \
  STEWARD_EXPORT uint##N##_t __steward_atomic##N##_fetch_nand(uint##N##_t*, uint##N##_t, int, const StewardSite*);     \
  STEWARD_EXPORT uint##N##_t __steward_atomic##N##_compare_exchange(uint##N##_t*, uint##N##_t, uint##N##_t, int, int,  \
                                                                    const StewardSite*);
STEWARD_ATOMICS(8)
STEWARD_ATOMICS(16)
STEWARD_ATOMICS(32)
STEWARD_ATOMICS(64)
STEWARD_ATOMICS(128)
#undef STEWARD_ATOMICS
STEWARD_EXPORT void __steward_fence(int order);
// Values of any size: calls of libatomic's __atomic_load and its like are made to be calls of these.
STEWARD_EXPORT void __steward_generic_load(size_t bytes, const void* at, void* result, int order);
STEWARD_EXPORT void __steward_generic_store(size_t bytes, void* at, const void* value, int order);
STEWARD_EXPORT void __steward_generic_exchange(size_t bytes, void* at, const void* value, void* result, int order);
STEWARD_EXPORT bool __steward_generic_compare_exchange(size_t bytes, void* at, void* expected, const void* desired,
                                                       int success, int failure);
// Inline assembly: before it makes something visible at the address, and after it saw what is there.
STEWARD_EXPORT void __steward_release(const void* at);
STEWARD_EXPORT void __steward_acquire(const void* at);
// Called by a constructor of each module that has a fence, so that relaxed operations without one cost less.
STEWARD_EXPORT void __steward_has_fences(void);
// Around each constructor and destructor of a module.
STEWARD_EXPORT void __steward_enter_structor(void);
STEWARD_EXPORT void __steward_leave_structor(void);

// The trace for the oracle (trace.h), in code compiled for it: an access is about to be made, a check within a word is.
STEWARD_CHECK void __steward_trace_access(const void* at, size_t bytes, uint32_t isWrite, const StewardSite* site);
STEWARD_CHECK void __steward_trace_check(const void* at, size_t bytes, uint32_t isWrite, const StewardSite* site);

// Counting, in code compiled for --stats: accesses that the source makes, by the pass, as it goes.
STEWARD_EXPORT void __steward_count(uint64_t accesses, uint64_t checks);
