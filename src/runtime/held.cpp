#include "runtime/held.h"

#include "runtime/sync.h"

#include <sys/mman.h>

namespace steward::runtime {

// A byte for each value; the system gives pages as they are used. Changed by the slot's thread only.
static uint8_t (*values)[size_t(clockLimit) + 1]; // Held

bool reserveHeld() {
  void* at = mmap(nullptr, slotLimit * sizeof *values, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) return false;
  values = static_cast<uint8_t (*)[size_t(clockLimit) + 1]>(at);
  return true;
}

static void hold(const Thread& thread, Held held) {
  if (thread.slot) __atomic_store_n(&values[thread.slot][thread.clock.get(thread.slot)], held, __ATOMIC_RELAXED);
}

void holdByAnybody(const Thread& thread) { hold(thread, heldByAnybody); }

void holdBy(const Thread& thread, Sync& sync, bool isNew) {
  hold(thread, isNew ? heldByOneSync : heldByAnybody);
  uint32_t before = sync.clock.get(thread.slot);
  bool isOnlyHere = sync.releasedBy == thread.number && sync.releasedSlot == thread.slot && !sync.wasAcquired &&
                    thread.slot && before < thread.clock.get(thread.slot) &&
                    values[thread.slot][before] == heldByOneSync;
  if (isOnlyHere) __atomic_store_n(&values[thread.slot][before], heldByNobody, __ATOMIC_RELAXED);
  sync.releasedSlot = thread.slot;
  sync.wasAcquired = false;
}

void holdAll(uint32_t slot, uint32_t last) {
  madvise(values[slot], sizeof values[slot], MADV_DONTNEED);
  for (uint32_t clock = 0; clock <= last; ++clock) values[slot][clock] = heldByAnybody;
}

bool areAlike(Epoch earlier, Epoch later) {
  constexpr uint32_t farthest = 2048;
  uint32_t slot = slotOf(earlier), from = clockOf(earlier), to = clockOf(later);
  if (slot != slotOf(later) || !slot || !values || from >= to || to - from > farthest) return earlier == later;
  const uint8_t* held = values[slot];
  if (__atomic_load_n(held + to - 1, __ATOMIC_RELAXED) != heldByNobody) return false; // mostly, if any is
  while (from < to && from % 8) {
    if (__atomic_load_n(held + from++, __ATOMIC_RELAXED) != heldByNobody) return false;
  }
  for (; from + 8 <= to; from += 8)
    if (__atomic_load_n(reinterpret_cast<const uint64_t*>(held + from), __ATOMIC_RELAXED)) return false;
  while (from < to)
    if (__atomic_load_n(held + from++, __ATOMIC_RELAXED) != heldByNobody) return false;
  return true;
}

} // namespace steward::runtime
