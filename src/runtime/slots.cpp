#include "runtime/slots.h"

#include "runtime/memory.h"
#include "runtime/options.h"
#include "runtime/renumbering.h"

namespace steward::runtime {

namespace {
// A slot with less time left than this is not given again: its thread would leave it soon, and each move makes all
// clocks longer.
uint32_t leastTimeLeft() { return options.spans / 128 + 1; }
// How many of the threads that had a slot are still known when it was numbered anew.
unsigned keptTenures() { return options.spans / 4 < 256 ? options.spans / 4 : 256; }
} // namespace

bool Slots::canBeGiven(const Slot& slot) const {
  return slot.isFree && slot.completed + leastTimeLeft() < options.spans;
}
bool Slots::isSpent(const Slot& slot) const {
  return slot.isFree && (slot.completed >= options.spans / 2 || options.renumber);
}

bool Slots::isShort(const VectorClock& known, uint32_t threads) const {
  if (options.renumber) return true;
  uint32_t spent = 0, unused = options.slots - count_;
  bool isOneReady = false;
  for (uint32_t slot = 1; slot < count_; ++slot) {
    if (!slots_[slot].isFree || known.get(slot) < slots_[slot].completed) continue;
    if (canBeGiven(slots_[slot]))
      isOneReady = true;
    else
      spent += !slots_[slot].isStuck;
  }
  uint32_t share = options.slots / 4 / (threads ? threads : 1);
  return spent > (isOneReady || unused / 2 > share ? share : unused / 2);
}

void Slots::addSpent(Renumbering& numbers) const {
  for (uint32_t slot = 1; slot < count_; ++slot) {
    if (!isSpent(slots_[slot])) continue;
    numbers.add(slot);
    unsigned kept = 0;
    for (const Tenure* tenure = slots_[slot].last; tenure && kept++ < keptTenures(); tenure = tenure->earlier)
      numbers.keep(slot, tenure->after);
  }
}

void Slots::change(const Renumbering& numbers) {
  for (uint32_t number = 1; number < count_; ++number) {
    Slot& slot = slots_[number];
    if (!numbers.has(number)) continue;
    slot.completed = numbers.clock(number, slot.completed);
    slot.isStuck = !canBeGiven(slot);
    Tenure** at = &slot.last;
    for (unsigned kept = 0; *at && kept < keptTenures(); ++kept, at = &(*at)->earlier)
      (*at)->after = numbers.clock(number, (*at)->after);
    Tenure* dropped = *at;
    *at = nullptr;
    while (dropped) {
      Tenure* earlier = dropped->earlier;
      release(dropped, sizeof(Tenure));
      dropped = earlier;
    }
  }
}

uint32_t Slots::take(Thread* tenant, const VectorClock& known, uint32_t* completed, bool* isForced) {
  if (count_ == 0) count_ = 1;
  *isForced = false;
  uint32_t slot = 1; // the lowest: clocks stay short
  while (slot < count_ && !(canBeGiven(slots_[slot]) && known.get(slot) >= slots_[slot].completed)) ++slot;
  if (slot == options.slots) {
    uint32_t oldest = 0;
    for (slot = 1; slot < options.slots; ++slot)
      if (canBeGiven(slots_[slot]) && (!oldest || slots_[slot].givenBack < slots_[oldest].givenBack)) oldest = slot;
    if (!oldest) return *completed = 0;
    slot = oldest;
    *isForced = true;
  }
  if (slot == count_) ++count_;
  Slot& taken = slots_[slot];
  if (!taken.last || taken.last->tenant != tenant) {
    auto* tenure = static_cast<Tenure*>(allocate(sizeof(Tenure)));
    tenure->after = taken.completed;
    tenure->tenant = tenant;
    tenure->earlier = taken.last;
    __atomic_store_n(&taken.last, tenure, __ATOMIC_RELEASE);
  }
  taken.isFree = false;
  *completed = taken.completed;
  return slot;
}

void Slots::giveBack(uint32_t slot, uint32_t completed) {
  if (slot == 0) return;
  slots_[slot].completed = completed;
  slots_[slot].isFree = true;
  slots_[slot].givenBack = ++times_;
}

Thread* Slots::tenantOf(Epoch epoch) const {
  const Tenure* tenure = __atomic_load_n(&slots_[slotOf(epoch)].last, __ATOMIC_ACQUIRE);
  while (tenure && tenure->after >= clockOf(epoch)) tenure = tenure->earlier;
  return tenure ? tenure->tenant : nullptr;
}

} // namespace steward::runtime
