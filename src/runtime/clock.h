// Vector clocks: for each slot, the last of its spans that is known to have happened before.
#pragma once

#include "runtime/abi.h"

namespace steward::runtime {

using Epoch = uint32_t; // slot << clockBits | clock, not shifted
inline uint32_t slotOf(Epoch epoch) { return epoch >> clockBits; }
inline uint32_t clockOf(Epoch epoch) { return epoch & clockLimit; }
inline constexpr Epoch makeEpoch(uint32_t slot, uint32_t clock) { return slot << clockBits | clock; }

// Slot 0 is nobody's: its epochs are before everything. Not thread-safe; its owner (a thread, a locked Sync) guards it.
class VectorClock {
public:
  uint32_t get(uint32_t slot) const { return slot < size_ ? clocks_[slot] : slot == 0 ? clockLimit : 0; }
  bool covers(Epoch epoch) const { return clockOf(epoch) <= get(slotOf(epoch)); }
  void set(uint32_t slot, uint32_t clock);
  bool join(const VectorClock& other); // whether anything was new
  void assign(const VectorClock& other);
  void clear(); // keeps the memory
  void destroy();
  bool isEmpty() const { return size_ == 0; }
  uint32_t size() const { return size_; } // slots from here on are 0

private:
  void reserve(uint32_t size);
  uint32_t* clocks_;
  uint32_t size_, capacity_;
};

} // namespace steward::runtime
