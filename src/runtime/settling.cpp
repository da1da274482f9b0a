#include "runtime/settling.h"

#include "runtime/cell.h"

namespace steward::runtime {

uint32_t settledClocks[slotLimit];

namespace {

constexpr unsigned livingLimit = 64;
Thread* living[livingLimit];
unsigned livingCount, unlisted; // with more, nothing settles

uint32_t knownOf(const Thread& thread, uint32_t slot) { return __atomic_load_n(&thread.known[slot], __ATOMIC_RELAXED); }

} // namespace

void showKnown(Thread& thread) {
  uint32_t count = thread.clock.size() < knownSlots ? thread.clock.size() : knownSlots;
  for (uint32_t slot = 1; slot < count; ++slot)
    __atomic_store_n(&thread.known[slot], thread.clock.get(slot), __ATOMIC_RELAXED);
}

void addLiving(Thread& thread) {
  showKnown(thread);
  if (livingCount == livingLimit)
    ++unlisted;
  else
    living[livingCount++] = &thread;
}

void removeLiving(Thread& thread) {
  for (unsigned i = 0; i < livingCount; ++i)
    if (living[i] == &thread) {
      living[i] = living[--livingCount];
      return;
    }
  --unlisted;
}

void settle() {
  if (unlisted) return;
  for (uint32_t slot = 1; slot < knownSlots; ++slot) {
    uint32_t least = clockLimit;
    for (unsigned i = 0; i < livingCount && least; ++i) {
      const Thread* joined = __atomic_load_n(&living[i]->joining, __ATOMIC_ACQUIRE);
      uint32_t known = knownOf(*living[i], slot), later = joined ? knownOf(*joined, slot) : 0;
      if (later > known) known = later;
      if (known < least) least = known;
    }
    if (least > settledClocks[slot]) __atomic_store_n(&settledClocks[slot], least, __ATOMIC_RELAXED);
  }
}

} // namespace steward::runtime
