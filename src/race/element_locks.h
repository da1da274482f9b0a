// Locks in an array beside the data: the lock with an index guards the element with the same index.
//
//   i = hash(key) % 16;  lock(&locks[i]);  buckets[i].count++;  unlock(&locks[i]);
//
// Two accesses to one element have one index, so they hold one lock, when both of them took the lock of their own index
// from the same array of locks. `locks[i]` with `buckets[i + 1]` is no such pair, and neither are two arrays of locks.
#pragma once

#include "order/order.h"
#include "sharing/sharing.h"

namespace steward {

class ElementLocks {
public:
  ElementLocks(const PointerAnalysis& pointers, const Reach& reach, OrderAnalysis& order)
      : pointers_(pointers), reach_(reach), order_(order) {}

  // What pairs the array of a lock that is held with the array of an access: the same number for all accesses that hold
  // the lock of their own element from the same array. 0 when it guards something else.
  uint32_t pairing(const SharedAccess& access, const RelativeLock& lock);

  // Where in the accessed object a lock is that lies beside the array of the accessed element, in the same struct:
  //
  //   lock(&b->lock);  b->items[b->used++] = x;
  //
  // Whoever accesses the element is in the same array, so in the same struct, so holds the same lock. Nothing when the
  // array goes over the lock as well (`b[i].x` with the lock of `b`).
  std::optional<int64_t> besideArray(const SharedAccess& access, const RelativeLock& lock);

  // Where in the accessed object a lock is that lies in the accessed element itself, when the two were found one after
  // the other by the same number:
  //
  //   lock(&t->slots[i].lock);  t->slots[i].count++;
  //
  // Who has a pointer to the element holds the same lock.
  std::optional<int64_t> inElement(const SharedAccess& access, const RelativeLock& lock);

  // Where an array starts: at a fixed place, or where a variable at a fixed place or in an object says.
  struct Start {
    enum Kind : uint8_t { Fixed, Stored, Relative } kind = Fixed;
    uint32_t place = 0; // the object, or the location of the variable
    int64_t offset = 0;
    int64_t around = 0; // it is one of several in an array, this many bytes apart
    friend auto operator<=>(const Start&, const Start&) = default;
  };
  std::optional<Start> startOf(InstanceId instance, ValueId address, const Roots::Element& element, ValueId& object,
                               unsigned depth = 0);

private:
  const PointerAnalysis& pointers_;
  const Reach& reach_;
  OrderAnalysis& order_;
  using Pair = std::tuple<Start, int64_t, int64_t, Start, int64_t>; // lock: start, stride, place; data: start, stride
  std::map<Pair, uint32_t> pairs_;
};

} // namespace steward
