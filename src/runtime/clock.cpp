#include "runtime/clock.h"

#include "runtime/memory.h"

namespace steward::runtime {

namespace {
constexpr uint32_t smallest = 8; // slots: two words of a vector register
}

// What lies from size_ to capacity_ is 0, so that growing within it costs nothing.
void VectorClock::reserve(uint32_t size) {
  if (size <= size_) return;
  if (size > capacity_) {
    uint32_t capacity = capacity_ ? capacity_ : smallest;
    while (capacity < size) capacity *= 2;
    auto* clocks = static_cast<uint32_t*>(allocate(capacity * sizeof(uint32_t)));
    for (uint32_t i = 0; i < size_; ++i) clocks[i] = clocks_[i];
    uint32_t* old = clocks_;
    clocks_ = clocks;
    if (old) release(old, capacity_ * sizeof(uint32_t));
    capacity_ = capacity;
  }
  size_ = size;
  clocks_[0] = clockLimit; // slot 0 is before everything
}

void VectorClock::set(uint32_t slot, uint32_t clock) {
  if (slot == 0 || (slot >= size_ && clock == 0)) return;
  reserve(slot + 1);
  clocks_[slot] = clock;
}

bool VectorClock::join(const VectorClock& other) {
  if (other.size_ > size_) reserve(other.size_);
  uint32_t* __restrict mine = clocks_;
  const uint32_t* __restrict theirs = other.clocks_;
  uint32_t changed = 0, size = other.size_;
  for (uint32_t i = 0; i < size; ++i) {
    uint32_t before = mine[i], after = theirs[i] > before ? theirs[i] : before;
    changed |= before ^ after;
    mine[i] = after;
  }
  return changed != 0;
}

void VectorClock::assign(const VectorClock& other) {
  if (this == &other) return;
  if (other.size_ > size_) reserve(other.size_);
  uint32_t* __restrict mine = clocks_;
  const uint32_t* __restrict theirs = other.clocks_;
  uint32_t size = other.size_;
  for (uint32_t i = 0; i < size; ++i) mine[i] = theirs[i];
  for (uint32_t i = size; i < size_; ++i) mine[i] = 0;
  size_ = size;
}

void VectorClock::clear() {
  for (uint32_t i = 0; i < size_; ++i) clocks_[i] = 0;
  size_ = 0;
}

void VectorClock::destroy() {
  if (clocks_) release(clocks_, capacity_ * sizeof(uint32_t));
  clocks_ = nullptr;
  size_ = capacity_ = 0;
}

} // namespace steward::runtime
