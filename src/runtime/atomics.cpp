// Atomic operations of instrumented code. An operation and what it does to the clock at its address are one step, under
// the lock of the address's Sync.
//
//   store   release: the clock becomes the thread's. Relaxed: it ends the release sequence that was there; the clock
//           becomes that of the thread's last release fence, or nothing.
//   RMW     continues the release sequence: the clock stays, and gets the thread's (release) or its fence's (relaxed).
//   load    acquire: the thread gets the clock. Relaxed: it is put aside for an acquire fence to come.
//
// (C++20, [intro.races] and [atomics.fences]. Since C++20 a relaxed store by the same thread ends a release sequence
// too.)
//
// The check, for races with plain accesses, comes after what the operation acquires and before what it releases: a
// plain write before a release is before the load that sees it; and who frees the memory after having acquired what a
// decrement released is after the decrement. Where only atomic accesses are known there is nothing to compare with, and
// a write is noted before the lock is taken, which others wait for.
#include "runtime/atomic_order.h"
#include "runtime/held.h"
#include "runtime/intercept.h"
#include "runtime/late_loads.h"
#include "runtime/options.h"
#include "runtime/sync.h"
#include "runtime/system.h"
#include "runtime/trace.h"

namespace steward::runtime {

namespace {

// Some instrumented code has a fence: what relaxed operations see and publish matters.
bool hasFences;

// Whether a relaxed load is a load and a check, and no more. Not before the runtime is ready.
enum Relaxed : uint8_t { relaxedNotKnown, relaxedPlain, relaxedOrdered };
uint8_t relaxedLoads;

void findRelaxedLoads() {
  uint8_t before = relaxedNotKnown;
  if (isReady && !isTracing && !hasFences && __atomic_load_n(&relaxedLoads, __ATOMIC_RELAXED) == before)
    __atomic_compare_exchange_n(&relaxedLoads, &before, relaxedPlain, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

// An operation that neither orders anything now nor through a fence, at an address through which nothing was released.
bool ordersNothing(const void* at, int order) {
  return order == __ATOMIC_RELAXED && !hasFences && hasNoSync(at) && !isTracing;
}

// The check, at the frame of the function that the program called.
struct Check {
  const void* at;
  size_t bytes;
  const Site* site;
  const void* frame;
  void operator()(Thread& thread, AccessKind kind) const { checkAccess(thread, kind, at, bytes, site, frame); }
  // A write where only atomic accesses are known. False when there is more to it.
  bool isWritten(Thread& thread) const {
    if (bytes > 8 || isTracing) return false;
    auto address = uintptr_t(at);
    return isSameAtomic(address, bytes, true) ||
           touchAtomic(thread, AccessKind::AtomicWrite, address, bytes, site,
                       callerAt(thread, static_cast<const uintptr_t*>(frame), nullptr));
  }
};

// A bad address faults here, before anything is locked.
template <typename Word>
void touch(const Word* at) {
  (void)*reinterpret_cast<const volatile char*>(at);
}

// An operation like one that this thread has made in this span is known to have no race.
template <typename Word>
[[gnu::always_inline]] inline bool isKnown(const Word* at, bool isWrite) {
  return sizeof(Word) <= 8 && isReady && isSameAtomic(reinterpret_cast<uintptr_t>(at), sizeof(Word), isWrite);
}

AcquireMemo& acquireMemoOf(Thread& thread, const void* at) {
  return thread.acquireMemos[uintptr_t(at) / 8 % acquireMemoCount];
}

// Loads, and says whether there is nothing to acquire that the thread has not: nothing was ever released there, or
// nothing since it last acquired. The value is read between two looks at the count, so it is none that was published
// since. This is what a thread does that waits for another.
template <typename Word>
[[gnu::always_inline]] inline bool loadAcquired(const Word* at, Word& value) {
  const SyncBucket& bucket = syncBucket(uintptr_t(at));
  uint32_t changes = __atomic_load_n(&bucket.changes, __ATOMIC_ACQUIRE);
  value = __atomic_load_n(at, __ATOMIC_SEQ_CST);
  if (hasNoSync(at)) return true;
  if (!stewardCurrentThread) return false;
  const AcquireMemo& memo = acquireMemoOf(*stewardCurrentThread, at);
  return memo.at == uintptr_t(at) && memo.changes == changes &&
         __atomic_load_n(&bucket.changes, __ATOMIC_ACQUIRE) == changes;
}

// Called in the place of the function that instrumented code called, so that its caller is the program.
template <typename Word>
[[gnu::noinline]] Word loadSlowly(const Word* at, int order, const Site* site, StackId* stack) {
  Check check{at, sizeof *at, site, STEWARD_FRAME};
  Word value = __atomic_load_n(at, __ATOMIC_SEQ_CST);
  bool isRelaxed = order == __ATOMIC_RELAXED && !hasFences;
  Entry entry(isRelaxed);
  if (!entry) return value;
  findRelaxedLoads();
  if (isTracing || (!isRelaxed && !hasNoSync(at))) {
    SyncSection section(at);
    value = __atomic_load_n(at, __ATOMIC_SEQ_CST); // the value that the clock belongs to
    trace(TraceKind::AtomicLoad, *entry, at, sizeof(Word), order, check.site);
    acquireIn(*entry, section.find(), order);
    if (acquires(order)) acquireMemoOf(*entry, at) = {uintptr_t(at), section.changes()};
  }
  if (isRelaxed) noteNewLoad(*entry, static_cast<const uintptr_t*>(check.frame), stack);
  check(*entry, AccessKind::AtomicRead);
  return value;
}

template <typename Word>
[[gnu::noinline]] Word loadOrdered(const Word* at, int order, const Site* site, StackId* stack) {
  Word value;
  if (loadAcquired(at, value) && !isTracing && isKnown(at, false)) return value;
  [[clang::musttail]] return loadSlowly(at, order, site, stack);
}

// One more round of a loop that only waits. One that goes round some thousand times and sees the same is not about to
// end: the thread sleeps, three times as long as it goes round in between, so that a loop with a limit takes no longer
// than under other detectors.
template <typename Word>
void noteRound(const Word* at) {
  constexpr uint32_t roundsBetween = 3072; // of some six nanoseconds
  Thread* thread = stewardCurrentThread;
  if (!thread || !options.give_way) return;
  WaitMemo& wait = thread->wait;
  auto value = uint64_t(__atomic_load_n(at, __ATOMIC_RELAXED));
  if (wait.at != uintptr_t(at) || wait.value != value)
    wait = {uintptr_t(at), value, 0};
  else if (++wait.rounds % roundsBetween == 0 && wait.rounds != roundsBetween)
    napExactly(50'000);
}

template <typename Word>
void store(Word* at, Word value, int order, const Check& check) {
  if (ordersNothing(at, order) && isKnown(at, true)) return __atomic_store_n(at, value, __ATOMIC_RELEASE);
  touch(at);
  bool ordersNone = ordersNothing(at, order);
  Entry entry(ordersNone);
  if (!entry) return __atomic_store_n(at, value, __ATOMIC_SEQ_CST);
  if (ordersNone) {
    check(*entry, AccessKind::AtomicWrite);
    return __atomic_store_n(at, value, __ATOMIC_RELEASE);
  }
  bool isChecked = check.isWritten(*entry);
  SyncSection section(at);
  trace(TraceKind::AtomicStore, *entry, at, sizeof(Word), order, check.site);
  if (!isChecked) check(*entry, AccessKind::AtomicWrite);
  storeIn(*entry, section, order);
  if (order == __ATOMIC_SEQ_CST)
    __atomic_store_n(at, value, __ATOMIC_SEQ_CST);
  else
    __atomic_store_n(at, value, __ATOMIC_RELEASE);
}

template <typename Word, typename Operation>
Word modify(Word* at, int order, const Check& check, Operation operation) {
  if (ordersNothing(at, order) && isKnown(at, true)) return operation();
  touch(at);
  bool ordersNone = ordersNothing(at, order);
  Entry entry(ordersNone);
  if (!entry) return operation();
  if (ordersNone) {
    check(*entry, AccessKind::AtomicWrite);
    return operation();
  }
  bool isChecked = check.isWritten(*entry);
  SyncSection section(at);
  trace(TraceKind::AtomicModify, *entry, at, sizeof(Word), order, check.site);
  acquireIn(*entry, section.find(), order);
  if (!isChecked) check(*entry, AccessKind::AtomicWrite);
  modifyIn(*entry, section, order);
  return operation();
}

template <typename Word>
Word compareExchange(Word* at, Word expected, Word desired, int success, int failure, const Check& check) {
  touch(at);
  Word seen = expected;
  bool ordersNone = ordersNothing(at, success) && failure == __ATOMIC_RELAXED;
  Entry entry(ordersNone);
  if (!entry) {
    __atomic_compare_exchange_n(at, &seen, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return seen;
  }
  if (ordersNone) {
    bool succeeded = __atomic_compare_exchange_n(at, &seen, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    check(*entry, succeeded ? AccessKind::AtomicWrite : AccessKind::AtomicRead);
    return seen;
  }
  SyncSection section(at);
  // Whether it succeeds decides what it orders and what it is checked as, and the check must come first. Code that is
  // not instrumented can change the value in between; a failure then shows the value that was seen first.
  Word found = __atomic_load_n(at, __ATOMIC_SEQ_CST);
  bool succeeds = found == expected;
  trace(succeeds ? TraceKind::AtomicModify : TraceKind::AtomicLoad, *entry, at, sizeof(Word),
        succeeds ? success : failure, check.site);
  acquireIn(*entry, section.find(), succeeds ? success : failure);
  check(*entry, succeeds ? AccessKind::AtomicWrite : AccessKind::AtomicRead);
  if (!succeeds) return found;
  modifyIn(*entry, section, success);
  __atomic_compare_exchange_n(at, &seen, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return seen;
}

void fence(Thread& thread, int order) {
  trace(TraceKind::Fence, thread, nullptr, 0, order);
  if (acquires(order) && thread.hasObserved) {
    acquire(thread, thread.observed);
    thread.observed.clear();
    thread.hasObserved = false;
  }
  if (releases(order)) {
    releaseStore(thread, thread.released);
    thread.hasReleasedFence = true;
  }
}

} // namespace
} // namespace steward::runtime

using namespace steward::runtime;

#define STEWARD_CHECK_AT                                                                                               \
  Check { at, sizeof *at, site, STEWARD_FRAME }

#define STEWARD_MODIFY(N, name, builtin)                                                                               \
  uint##N##_t __steward_atomic##N##_##name(uint##N##_t* at, uint##N##_t value, int order, const StewardSite* site) {   \
    return modify(at, order, STEWARD_CHECK_AT, [=] { return builtin(at, value, __ATOMIC_SEQ_CST); });                  \
  }
#define STEWARD_ATOMICS(N)                                                                                             \
  uint##N##_t __steward_atomic##N##_load(const uint##N##_t* at, int order, const StewardSite* site, uint32_t* stack) { \
    /* In few instructions: the processor is to get to the program's next load while it waits for this one. */         \
    bool isPlain = order == __ATOMIC_RELAXED && relaxedLoads == relaxedPlain;                                          \
    if (!isPlain) [[clang::musttail]]                                                                                  \
      return loadOrdered(at, order, site, stack);                                                                      \
    uint##N##_t value = __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                         \
    Thread* thread = stewardCurrentThread;                                                                             \
    if (N <= 64 && thread && thread->putsOff && stack && *stack) {                                                     \
      auto* frame = static_cast<const uintptr_t*>(STEWARD_FRAME);                                                      \
      putOff(*thread, uintptr_t(at), sizeof value, site, *stack, frame);                                               \
      return value;                                                                                                    \
    }                                                                                                                  \
    if (N <= 64 && isSameAtomic(uintptr_t(at), sizeof value, false)) return value;                                     \
    [[clang::musttail]] return loadSlowly(at, order, site, stack);                                                     \
  }                                                                                                                    \
  uint##N##_t __steward_atomic##N##_await(const uint##N##_t* at, int order, const StewardSite* site,                   \
                                          uint32_t* stack) {                                                           \
    noteRound(at);                                                                                                     \
    [[clang::musttail]] return __steward_atomic##N##_load(at, order, site, stack);                                     \
  }                                                                                                                    \
  void __steward_atomic##N##_store(uint##N##_t* at, uint##N##_t value, int order, const StewardSite* site) {           \
    store(at, value, order, STEWARD_CHECK_AT);                                                                         \
  }                                                                                                                    \
  uint##N##_t __steward_atomic##N##_compare_exchange(uint##N##_t* at, uint##N##_t expected, uint##N##_t desired,       \
                                                     int success, int failure, const StewardSite* site) {              \
    return compareExchange(at, expected, desired, success, failure, STEWARD_CHECK_AT);                                 \
  }                                                                                                                    \
  STEWARD_MODIFY(N, exchange, __atomic_exchange_n)                                                                     \
  STEWARD_MODIFY(N, fetch_add, __atomic_fetch_add)                                                                     \
  STEWARD_MODIFY(N, fetch_sub, __atomic_fetch_sub)                                                                     \
  STEWARD_MODIFY(N, fetch_and, __atomic_fetch_and)                                                                     \
  STEWARD_MODIFY(N, fetch_or, __atomic_fetch_or)                                                                       \
  STEWARD_MODIFY(N, fetch_xor, __atomic_fetch_xor)                                                                     \
  STEWARD_MODIFY(N, fetch_nand, __atomic_fetch_nand)

STEWARD_ATOMICS(8)
STEWARD_ATOMICS(16)
STEWARD_ATOMICS(32)
STEWARD_ATOMICS(64)
STEWARD_ATOMICS(128)

void __steward_has_fences() {
  hasFences = true;
  __atomic_store_n(&relaxedLoads, relaxedOrdered, __ATOMIC_RELAXED);
}

void __steward_fence(int order) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  Entry entry;
  if (entry) fence(*entry, order);
}
