// A stack is found by its hash in chains that only grow at the front, so that looking needs no lock; adding takes the
// lock of a stripe. Stacks are never forgotten: programs have thousands of them, not millions.
#include "runtime/stacks.h"

#include "runtime/memory.h"
#include "runtime/system.h"
#include "runtime/thread.h"

namespace steward::runtime {

namespace {

struct StoredStack {
  StoredStack* next;
  uint32_t hash;
  StackId id;
  unsigned count;
  uintptr_t frames[];
};

constexpr unsigned bucketCount = 1 << 16, stripeCount = 256, idLimit = 1 << 24;
StoredStack* buckets[bucketCount];
SpinLock stripes[stripeCount];
StoredStack** byId; // idLimit places, of which the system gives pages as they are used
StackId lastId;

StoredStack* find(StoredStack* first, uint32_t hash, const uintptr_t* frames, unsigned count) {
  for (StoredStack* stack = first; stack; stack = stack->next) {
    if (stack->hash != hash || stack->count != count) continue;
    unsigned i = 0;
    while (i < count && stack->frames[i] == frames[i]) ++i;
    if (i == count) return stack;
  }
  return nullptr;
}

StackId keep(const uintptr_t* frames, unsigned count) {
  if (count == 0) return 0;
  uint64_t mixed = count;
  for (unsigned i = 0; i < count; ++i) mixed = (mixed ^ frames[i]) * 0x9e37'79b9'7f4a'7c15u, mixed ^= mixed >> 29;
  auto hash = uint32_t(mixed >> 16);
  StoredStack** bucket = &buckets[hash % bucketCount];
  StoredStack* first = __atomic_load_n(bucket, __ATOMIC_ACQUIRE);
  if (StoredStack* known = find(first, hash, frames, count)) return known->id;

  SpinGuard guard(stripes[hash % stripeCount]);
  if (StoredStack* known = find(*bucket, hash, frames, count)) return known->id;
  StackId id = __atomic_add_fetch(&lastId, 1, __ATOMIC_RELAXED);
  if (id >= idLimit) {
    __atomic_store_n(&lastId, StackId(idLimit), __ATOMIC_RELAXED);
    return 0;
  }
  auto* stack = static_cast<StoredStack*>(allocate(sizeof(StoredStack) + count * sizeof(uintptr_t)));
  stack->next = *bucket;
  stack->hash = hash;
  stack->id = id;
  stack->count = count;
  for (unsigned i = 0; i < count; ++i) stack->frames[i] = frames[i];
  __atomic_store_n(&byId[id], stack, __ATOMIC_RELEASE);
  __atomic_store_n(bucket, stack, __ATOMIC_RELEASE);
  return id;
}

} // namespace

void initializeStacks() { byId = static_cast<StoredStack**>(mapPages(idLimit * sizeof(StoredStack*))); }

// Code without frame pointers leaves anything at all in the register. Between a frame that is there and the end of the
// stack all is mapped, so what is further out and within the bounds can be read.
static bool isNextFrame(const Thread& thread, uintptr_t at, uintptr_t next) {
  return next > at && next % sizeof(uintptr_t) == 0 && next >= thread.stackLow && next + 16 <= thread.stackHigh &&
         at >= thread.stackLow;
}

unsigned walkStack(const Thread& thread, const void* frame, uintptr_t* returns, unsigned limit) {
  unsigned count = 0;
  auto at = uintptr_t(frame);
  while (count < limit) {
    auto* words = reinterpret_cast<const uintptr_t*>(at);
    uintptr_t returnAddress = words[1], next = words[0];
    if (returnAddress < 4096 || returnAddress >> 47) break;
    returns[count++] = returnAddress;
    if (!isNextFrame(thread, at, next)) break;
    at = next;
  }
  return count;
}

StackId captureStack(Thread& thread, const void* frame, uintptr_t pc) {
  uintptr_t frames[maxFrames];
  unsigned first = 0;
  if (pc) frames[first++] = pc;
  unsigned count = first + walkStack(thread, frame, frames + first, maxFrames - first);
  for (unsigned i = first; i < count; ++i) --frames[i];
  return keep(frames, count);
}

// Frames that the walk does not reach are compared with this one, and so always alike.
static const uintptr_t noFrame[2] = {};

StackId captureStackAnew(Thread& thread, const void* frame, StackMemo& memo) {
  auto* at = static_cast<const uintptr_t*>(frame);
  for (unsigned i = 0; i < comparedFrames; ++i) {
    memo.frames[i] = at;
    memo.links[i][0] = at[0];
    memo.links[i][1] = at[1];
    at = at != noFrame && isNextFrame(thread, uintptr_t(at), at[0]) ? reinterpret_cast<const uintptr_t*>(at[0])
                                                                    : noFrame;
  }
  return memo.stack = captureStack(thread, frame, 0);
}

unsigned stackFrames(StackId id, const uintptr_t** frames) {
  if (id == 0 || id >= idLimit || !byId) return 0;
  StoredStack* stack = __atomic_load_n(&byId[id], __ATOMIC_ACQUIRE);
  if (!stack) return 0;
  *frames = stack->frames;
  return stack->count;
}

void lockStacks() {
  for (SpinLock& stripe : stripes) stripe.lock();
}
void unlockStacks() {
  for (SpinLock& stripe : stripes) stripe.unlock();
}

} // namespace steward::runtime
