// Times that nobody tells apart get one number, so that slots whose clocks are used up have time left again.
//
// A value of a slot's clock matters as long as somebody has it: a thread, an object that threads synchronise through.
// Two spans of which nobody has a value that lies between them are ordered before the same accesses for ever. Of a
// slot that nobody is in any more, the values that are left are numbered from 1 on, and each span gets the number of
// the least of them that it is covered by: whoever covered it still does, and nobody else.
//
// All that names a span is changed: clocks, the shadow, histories. That takes as long as a look at all of the shadow,
// and happens once in some hundred million spans. The gate (gate.h) is closed meanwhile.
#pragma once

#include "runtime/clock.h"

namespace steward::runtime {

struct Thread;

// The map from old numbers to new ones. Plain data that starts as zero.
class Renumbering {
public:
  // First: the slots, and the values that somebody has.
  void add(uint32_t slot);
  bool has(uint32_t slot) const { return slots_[slot] != nullptr; }
  void keep(uint32_t slot, uint32_t clock);
  void keep(const VectorClock& clock);
  // Then:
  void number();
  uint32_t clock(uint32_t slot, uint32_t clock) const;
  Epoch epoch(Epoch epoch) const {
    uint32_t slot = slotOf(epoch);
    return slot && has(slot) ? makeEpoch(slot, clock(slot, clockOf(epoch))) : epoch;
  }
  void change(VectorClock& clock) const;
  void destroy();

private:
  static constexpr uint32_t words = (clockLimit + 1) / 64;
  struct Slot {
    uint64_t isKept[words]; // a bit for each value
    uint32_t before[words]; // how many in the words before
  };
  Slot* slots_[slotLimit];
};

// By the thread that found the gate wanted. Closes it, if it can, and opens it again.
void renumberSlots(Thread& thread);

// The program's memory, as the system lists it.
struct Mapping {
  uintptr_t from, to;
};
class Mappings {
public:
  bool read(); // false: it cannot be had
  void destroy();
  const Mapping* begin() const { return all_; }
  const Mapping* end() const { return all_ + count_; }

private:
  void add(uintptr_t from, uintptr_t to);
  Mapping* all_ = nullptr;
  uint32_t count_ = 0, capacity_ = 0;
};

// All of the shadow (renumber_shadow.cpp).
void renumberShadow(const Renumbering& numbers, const Mappings& mappings);

} // namespace steward::runtime
