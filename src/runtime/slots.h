// Slots of time: given to threads, taken back, and who had which; see thread.h. Guarded by the lock of threads.cpp, but
// for tenantOf(), which reports call at any time.
#pragma once

#include "runtime/clock.h"

namespace steward::runtime {

struct Thread;
class Renumbering;

class Slots {
public:
  // A slot all of whose time is covered by `known`, and the last clock that was complete in it. When there is none
  // left, the one that was given back the longest ago, and `isForced`: the new tenant will count as ordered after the
  // old one. When all are in use or used up, 0: the slot that is before everything.
  uint32_t take(Thread* tenant, const VectorClock& known, uint32_t* completed, bool* isForced);
  void giveBack(uint32_t slot, uint32_t completed); // at the end of its thread, or when its clock is used up
  Thread* tenantOf(Epoch epoch) const;
  uint32_t lastClock(uint32_t slot) const { return slots_[slot].completed; } // of one that was given back
  uint32_t count() const { return count_; }                                  // slots from here on were never given
  // Whether it is time to number anew those that are used up: who knows this has used up its share of them, so that a
  // thread which runs alone for long leaves others some that they know; or has none left, and half of the new ones.
  bool isShort(const VectorClock& known, uint32_t threads) const;
  void addSpent(Renumbering& numbers) const; // those, and what is to be told apart in them
  void change(const Renumbering& numbers);

private:
  struct Tenure {
    uint32_t after; // its clocks are those above
    Thread* tenant;
    Tenure* earlier;
  };
  struct Slot {
    Tenure* last;
    uint32_t completed;
    bool isFree;
    bool isStuck;       // numbering anew did not help it: all of its time is told apart by somebody
    uint64_t givenBack; // when, by count
  };
  bool canBeGiven(const Slot& slot) const;
  bool isSpent(const Slot& slot) const;
  Slot slots_[slotLimit];
  uint32_t count_; // 0 stands for 1
  uint64_t times_; // how often any was given back
};

} // namespace steward::runtime
