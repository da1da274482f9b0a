#include "runtime/renumbering.h"

#include "runtime/memory.h"

namespace steward::runtime {

void Renumbering::destroy() {
  for (Slot*& slot : slots_) {
    if (slot) unmapPages(slot, sizeof(Slot));
    slot = nullptr;
  }
}

void Renumbering::add(uint32_t slot) {
  if (!slots_[slot]) slots_[slot] = static_cast<Slot*>(mapPages(sizeof(Slot)));
}

void Renumbering::keep(uint32_t slot, uint32_t clock) {
  if (clock && slots_[slot]) slots_[slot]->isKept[clock / 64] |= uint64_t(1) << clock % 64;
}

void Renumbering::keep(const VectorClock& clock) {
  for (uint32_t slot = 1; slot < clock.size(); ++slot) keep(slot, clock.get(slot));
}

void Renumbering::number() {
  for (Slot* slot : slots_)
    for (uint32_t i = 1; slot && i < words; ++i)
      slot->before[i] = slot->before[i - 1] + uint32_t(__builtin_popcountll(slot->isKept[i - 1]));
}

uint32_t Renumbering::clock(uint32_t slot, uint32_t clock) const {
  if (!clock || !slots_[slot]) return clock;
  uint64_t below = slots_[slot]->isKept[clock / 64] & ((uint64_t(1) << clock % 64) - 1);
  return slots_[slot]->before[clock / 64] + uint32_t(__builtin_popcountll(below)) + 1;
}

void Renumbering::change(VectorClock& of) const {
  for (uint32_t slot = 1; slot < of.size(); ++slot)
    if (has(slot)) of.set(slot, clock(slot, of.get(slot)));
}

} // namespace steward::runtime
