#include "runtime/held.h"

#include "runtime/sync.h"

#include <sys/mman.h>

namespace steward::runtime {

// A slot's values, a byte for each; and how many of a group of them anybody has, so that many are looked at at once.
// The system gives pages as they are used. Changed by the slot's thread only.
static constexpr uint32_t groupValues = 64;
struct Values {
  uint8_t held[size_t(clockLimit) + 1]; // Held
  uint8_t groups[4096];
};
static_assert(sizeof(Values) % 4096 == 0 && clockLimit / groupValues < sizeof(Values::groups));
static Values* values; // by slot

bool reserveHeld() {
  void* at = mmap(nullptr, slotLimit * sizeof *values, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) return false;
  values = static_cast<Values*>(at);
  return true;
}

// The group counts a value before it is held, and as long as it is.
static void setHeld(uint32_t slot, uint32_t clock, Held held) {
  Values& of = values[slot];
  uint8_t &value = of.held[clock], &group = of.groups[clock / groupValues];
  if (held && !value) __atomic_store_n(&group, uint8_t(group + 1), __ATOMIC_RELAXED);
  bool isFreed = value && !held;
  __atomic_store_n(&value, held, __ATOMIC_RELAXED);
  if (isFreed) __atomic_store_n(&group, uint8_t(group - 1), __ATOMIC_RELAXED);
}

static void hold(const Thread& thread, Held held) {
  if (thread.slot) setHeld(thread.slot, thread.clock.get(thread.slot), held);
}

void holdByAnybody(const Thread& thread) { hold(thread, heldByAnybody); }

void holdBy(const Thread& thread, Sync& sync, bool isNew) {
  hold(thread, isNew ? heldByOneSync : heldByAnybody);
  uint32_t before = sync.clock.get(thread.slot);
  bool isOnlyHere = sync.releasedBy == thread.number && sync.releasedSlot == thread.slot && !sync.wasAcquired &&
                    thread.slot && before < thread.clock.get(thread.slot) &&
                    values[thread.slot].held[before] == heldByOneSync;
  if (isOnlyHere) setHeld(thread.slot, before, heldByNobody);
  sync.releasedSlot = thread.slot;
  sync.wasAcquired = false;
}

void holdAll(uint32_t slot, uint32_t last) {
  madvise(&values[slot], sizeof values[slot], MADV_DONTNEED);
  for (uint32_t clock = 0; clock <= last; ++clock) setHeld(slot, clock, heldByAnybody);
}

// Whether all of these bytes are 0.
static bool areNone(const uint8_t* bytes, uint32_t from, uint32_t to) {
  while (from < to && from % 8)
    if (__atomic_load_n(bytes + from++, __ATOMIC_RELAXED)) return false;
  for (; from + 8 <= to; from += 8)
    if (__atomic_load_n(reinterpret_cast<const uint64_t*>(bytes + from), __ATOMIC_RELAXED)) return false;
  while (from < to)
    if (__atomic_load_n(bytes + from++, __ATOMIC_RELAXED)) return false;
  return true;
}

bool areAlike(Epoch earlier, Epoch later) {
  constexpr uint32_t farthest = 1 << 16;
  uint32_t slot = slotOf(earlier), from = clockOf(earlier), to = clockOf(later);
  // A clock of 0 is no span: memory that was just handed out has it (cell.h).
  if (slot != slotOf(later) || !slot || !from || !values || from >= to || to - from > farthest) return earlier == later;
  const auto& [held, groups] = values[slot];
  if (__atomic_load_n(held + to - 1, __ATOMIC_RELAXED) != heldByNobody) return false; // mostly, if any is
  // Groups all of whose values are asked for.
  uint32_t first = (from + groupValues - 1) / groupValues, last = to / groupValues;
  if (first >= last) return areNone(held, from, to);
  return areNone(held, last * groupValues, to) && areNone(held, from, first * groupValues) &&
         areNone(groups, first, last);
}

} // namespace steward::runtime
