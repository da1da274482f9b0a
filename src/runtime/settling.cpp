#include "runtime/settling.h"

#include "runtime/cell.h"

namespace steward::runtime {

uint32_t settledClocks[slotLimit];

namespace {

constexpr unsigned livingLimit = 64;
Thread* living[livingLimit];
unsigned livingCount, unlisted; // with more, nothing settles
uint32_t livingVersion;

uint32_t knownOf(const Thread& thread, uint32_t slot) { return __atomic_load_n(&thread.known[slot], __ATOMIC_RELAXED); }

} // namespace

void showKnown(Thread& thread) {
  uint32_t count = thread.clock.size() < knownSlots ? thread.clock.size() : knownSlots;
  for (uint32_t slot = 1; slot < count; ++slot)
    __atomic_store_n(&thread.known[slot], thread.clock.get(slot), __ATOMIC_RELAXED);
}

// The list has an odd version while it is being changed.
static void changeLiving(Thread* removed, Thread* added) {
  __atomic_store_n(&livingVersion, livingVersion + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (added) living[livingCount++] = added;
  for (unsigned i = 0; removed && i < livingCount; ++i)
    if (living[i] == removed) {
      living[i] = living[--livingCount];
      break;
    }
  __atomic_store_n(&livingVersion, livingVersion + 1, __ATOMIC_RELEASE);
}

void addLiving(Thread& thread) {
  showKnown(thread);
  thread.isListed = livingCount < livingLimit && !unlisted;
  if (thread.isListed)
    changeLiving(nullptr, &thread);
  else
    ++unlisted;
}

void removeLiving(Thread& thread) {
  if (thread.isListed)
    changeLiving(&thread, nullptr);
  else
    --unlisted;
}

// The least that any thread knows of a slot; 0 when that cannot be told.
static uint32_t leastKnown(uint32_t slot) {
  uint32_t version = __atomic_load_n(&livingVersion, __ATOMIC_ACQUIRE), least = clockLimit;
  if (version % 2 || unlisted) return 0;
  unsigned count = livingCount < livingLimit ? livingCount : livingLimit;
  for (unsigned i = 0; i < count && least; ++i) {
    const Thread* joined = __atomic_load_n(&living[i]->joining, __ATOMIC_ACQUIRE);
    uint32_t known = knownOf(*living[i], slot), later = joined ? knownOf(*joined, slot) : 0;
    if (later > known) known = later;
    if (known < least) least = known;
  }
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return __atomic_load_n(&livingVersion, __ATOMIC_RELAXED) == version && count ? least : 0;
}

static void settleOne(uint32_t slot) {
  uint32_t least = leastKnown(slot);
  if (least > __atomic_load_n(&settledClocks[slot], __ATOMIC_RELAXED))
    __atomic_store_n(&settledClocks[slot], least, __ATOMIC_RELAXED);
}

void settle(uint32_t slots) {
  if (slots > knownSlots) slots = knownSlots;
  for (uint32_t slot = 1; slot < slots; ++slot) settleOne(slot);
}

bool SettledNow::has(Half half) {
  if (isSettled(half)) return true;
  uint32_t slot = slotOf(epochOf(half));
  if (slot >= knownSlots || count_ == sizeof looked_ / sizeof *looked_) return false;
  for (unsigned i = 0; i < count_; ++i)
    if (looked_[i] == slot) return false;
  looked_[count_++] = slot;
  settleOne(slot);
  return isSettled(half);
}

} // namespace steward::runtime
