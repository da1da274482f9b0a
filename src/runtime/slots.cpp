#include "runtime/slots.h"

#include "runtime/memory.h"

namespace steward::runtime {

namespace {
// A slot with less time left than this is not given again: its thread would leave it soon, and each move makes all
// clocks longer.
constexpr uint32_t leastTimeLeft = 1024;
} // namespace

bool Slots::canBeGiven(const Slot& slot) const { return slot.isFree && slot.completed + leastTimeLeft < clockLimit; }

uint32_t Slots::take(Thread* tenant, const VectorClock& known, uint32_t* completed, bool* isForced) {
  if (count_ == 0) count_ = 1;
  *isForced = false;
  uint32_t slot = 1; // the lowest: clocks stay short
  while (slot < count_ && !(canBeGiven(slots_[slot]) && known.get(slot) >= slots_[slot].completed)) ++slot;
  if (slot == slotLimit) {
    uint32_t oldest = 0;
    for (slot = 1; slot < slotLimit; ++slot)
      if (canBeGiven(slots_[slot]) && (!oldest || slots_[slot].givenBack < slots_[oldest].givenBack)) oldest = slot;
    if (!oldest) return *completed = 0;
    slot = oldest;
    *isForced = true;
  }
  if (slot == count_) ++count_;
  Slot& taken = slots_[slot];
  auto* tenure = static_cast<Tenure*>(allocate(sizeof(Tenure)));
  tenure->after = taken.completed;
  tenure->tenant = tenant;
  tenure->earlier = taken.last;
  __atomic_store_n(&taken.last, tenure, __ATOMIC_RELEASE);
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
