// A call is found by the hash of its caller and place, in chains that only grow at the front, so that looking needs no
// lock; adding takes the lock of a stripe. The chains of one caller lie near each other, and callers that were met one
// after the other have theirs side by side: so few of a small program's pages are used, and few lines of the cache.
#include "runtime/call_tree.h"

namespace steward::runtime {

namespace {

// Two calls from the same place are looked for among this one and so many callers.
constexpr unsigned nearCalls = 8;

struct Call {
  uint64_t pc : 48;
  uint64_t recursion : 16; // among so many callers there are two such calls; or more than nearCalls
  StackId caller, next;    // of the same hash
};

constexpr unsigned bucketCount = 1 << 20, ofOneCaller = 256, stripeCount = 256, mostRecursion = 64;
StackId buckets[bucketCount];
SpinLock stripes[stripeCount];
Call* all; // stackLimit places, of which the system gives pages as they are used
StackId last;

StackId find(StackId first, StackId caller, uintptr_t pc) {
  for (StackId call = first; call; call = all[call].next)
    if (all[call].pc == pc && all[call].caller == caller) return call;
  return 0;
}

// The nearest of the callers that was called at the same place.
StackId earlierCall(StackId caller, uintptr_t pc) {
  for (unsigned i = 0; i < mostRecursion && caller; ++i, caller = all[caller].caller)
    if (all[caller].pc == pc) return caller;
  return 0;
}

unsigned recursionOf(StackId caller, uintptr_t pc) {
  unsigned least = nearCalls + 1;
  if (caller && all[caller].recursion < nearCalls) least = all[caller].recursion + 1;
  for (unsigned i = 1; i < least && caller; ++i, caller = all[caller].caller)
    if (all[caller].pc == pc) return i;
  return least;
}

} // namespace

StackId stackOfCall(StackId caller, uintptr_t pc) {
  uint32_t place = (caller + uint32_t((pc ^ caller) * 0x9e37'79b9'7f4a'7c15u >> 32) % ofOneCaller) % bucketCount;
  StackId& bucket = buckets[place];
  StackId first = __atomic_load_n(&bucket, __ATOMIC_ACQUIRE);
  if (StackId known = find(first, caller, pc)) return known;
  if (__atomic_load_n(&last, __ATOMIC_RELAXED) >= stacksToldApart)
    if (StackId earlier = earlierCall(caller, pc)) return earlier;

  SpinGuard guard(stripes[place % stripeCount]);
  if (StackId known = find(bucket, caller, pc)) return known;
  StackId call = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
  if (call >= stackLimit) {
    __atomic_store_n(&last, stackLimit, __ATOMIC_RELAXED);
    return caller;
  }
  all[call] = {pc, recursionOf(caller, pc), caller, bucket};
  __atomic_store_n(&bucket, call, __ATOMIC_RELEASE);
  return call;
}

bool hasRecursion(StackId stack) { return stack && stack < stackLimit && all[stack].recursion <= nearCalls; }

unsigned callsOf(StackId stack, uintptr_t* calls, unsigned limit) {
  unsigned count = 0;
  if (stack >= stackLimit || !all) return 0;
  for (; stack && count < limit; stack = all[stack].caller) calls[count++] = all[stack].pc;
  return count;
}

void initializeCalls() { all = static_cast<Call*>(mapPages(stackLimit * sizeof(Call))); }

void lockCalls() {
  for (SpinLock& stripe : stripes) stripe.lock();
}
void unlockCalls() {
  for (SpinLock& stripe : stripes) stripe.unlock();
}

} // namespace steward::runtime
