// Numbering slots anew: who has which times, and the change of all that names one but the shadow.
#include "runtime/cell.h"
#include "runtime/gate.h"
#include "runtime/held.h"
#include "runtime/record.h"
#include "runtime/renumbering.h"
#include "runtime/side.h"
#include "runtime/slots.h"
#include "runtime/sync.h"

namespace steward::runtime {

namespace {

template <typename Function>
void forEachClock(Function function) {
  for (Thread* thread = allThreads(); thread; thread = thread->next) {
    function(thread->clock);
    function(thread->released);
    function(thread->observed);
  }
  for (SyncBucket& bucket : syncBuckets)
    for (Sync* sync = bucket.first; sync; sync = sync->next) {
      function(sync->clock);
      function(sync->other);
    }
}

// What others may see of a thread's clock, which may lag behind it.
void changeKnown(Thread& thread, const Renumbering& numbers) {
  for (uint32_t slot = 1; slot < knownSlots; ++slot)
    if (numbers.has(slot))
      __atomic_store_n(&thread.known[slot], numbers.clock(slot, thread.known[slot]), __ATOMIC_RELAXED);
}

// The thread may be adding to it: an event that is not the one which was looked at stays.
void changeHistory(History& history, const Renumbering& numbers) {
  uint64_t end = __atomic_load_n(&history.next, __ATOMIC_ACQUIRE);
  uint64_t count = end < history.size ? end : history.size;
  for (uint64_t i = 0; i < count; ++i) {
    auto* last = reinterpret_cast<uint64_t*>(history.ring + i) + 3; // its epoch, and its stack
    uint64_t found = __atomic_load_n(last, __ATOMIC_RELAXED), epoch = numbers.epoch(uint32_t(found));
    if (epoch != uint32_t(found)) replaceCell(last, found, found >> 32 << 32 | epoch);
  }
}

} // namespace

void renumberSlots(Thread& thread) {
  if (!closeGate(thread)) return;
  Mappings mappings;
  if (!mappings.read()) {
    mappings.destroy();
    putOffRenumbering();
    openGate();
    return;
  }
  lockThreads();
  Slots& slots = allSlots();
  auto& numbers = *static_cast<Renumbering*>(mapPages(sizeof(Renumbering)));
  slots.addSpent(numbers);
  forEachClock([&](const VectorClock& clock) { numbers.keep(clock); });
  for (uint32_t slot = 1; slot < slots.count(); ++slot) numbers.keep(slot, settledClocks[slot]);
  for (const Thread* each = allThreads(); each; each = each->next)
    for (uint32_t slot = 1; slot < knownSlots; ++slot) numbers.keep(slot, each->known[slot]);
  numbers.number();

  forgetMemos();
  forgetConflicts();
  forEachClock([&](VectorClock& clock) { numbers.change(clock); });
  for (uint32_t slot = 1; slot < slots.count(); ++slot)
    if (numbers.has(slot)) settledClocks[slot] = numbers.clock(slot, settledClocks[slot]);
  for (Thread* each = allThreads(); each; each = each->next) {
    changeKnown(*each, numbers);
    if (each->history.ring) changeHistory(each->history, numbers);
  }
  renumberShadow(numbers, mappings);
  slots.change(numbers);
  for (uint32_t slot = 1; slot < slots.count(); ++slot)
    if (numbers.has(slot)) holdAll(slot, slots.lastClock(slot));
  ++thread.counts.renumbered;
  mappings.destroy();
  numbers.destroy();
  unmapPages(&numbers, sizeof(Renumbering));
  unlockThreads();
  openGate();
}

} // namespace steward::runtime
