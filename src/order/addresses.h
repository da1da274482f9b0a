// Addresses that are surely one: an object and an exact byte offset in it, elements of arrays told apart.
//
//   pthread_mutex_t m[2];   &m[1]          (m, 40), though points-to sets know only "an element of m"
//   f(&q->lock)             (heap object, offset of lock) when q points to one object only
#pragma once

#include "order/state.h"
#include "pointer/pointer_analysis.h"

#include <map>
#include <optional>
#include <string>

namespace steward {

struct ExactAddress {
  ObjectId object;
  uint64_t offset = 0;
  friend auto operator<=>(const ExactAddress&, const ExactAddress&) = default;
};

// The address that a value is, when it is one place of one abstract object. Whether that object is one concrete object
// is another question (Reach::isSingle).
std::optional<ExactAddress> exactAddress(const PointerAnalysis& pointers, InstanceId instance, ValueId value);

// Whether the value may be the address, going by points-to sets.
bool mayBe(const PointerAnalysis& pointers, InstanceId instance, ValueId value, const ExactAddress& address);

// Whether writing `bytes` bytes (Location::any: nobody knows how many) at the value may change the pointer-sized
// variable at the address.
bool mayOverwrite(const PointerAnalysis& pointers, InstanceId instance, ValueId value, uint64_t bytes,
                  const ExactAddress& address);

// Locks by number: at an address, or known by name only.
class LockTable {
public:
  LockId at(const ExactAddress& address);
  LockId named(const std::string& name);
  const ExactAddress* addressOf(LockId id) const { return locks_[id].name.empty() ? &locks_[id].address : nullptr; }
  const std::string& nameOf(LockId id) const { return locks_[id].name; }
  size_t size() const { return locks_.size(); }

private:
  struct Lock {
    ExactAddress address;
    std::string name;
  };
  IdVector<LockId, Lock> locks_;
  std::map<ExactAddress, LockId> byAddress_;
  std::map<std::string, LockId> byName_;
};

} // namespace steward
