// Addresses that are surely one: an object and an exact byte offset in it, elements of arrays told apart.
//
//   pthread_mutex_t m[2];   &m[1]          (m, 40), though points-to sets know only "an element of m"
//   f(&q->lock)             (heap object, offset of lock) when q points to one object only
#pragma once

#include "order/roots.h"
#include "order/state.h"
#include "pointer/pointer_analysis.h"

#include <map>
#include <optional>
#include <string>
#include <variant>

namespace steward {

struct ExactAddress {
  ObjectId object;
  uint64_t offset = 0;
  friend auto operator<=>(const ExactAddress&, const ExactAddress&) = default;
};

// The address that a value is, when it is one place of one abstract object. Whether that object is one concrete object
// is another question (Reach::isSingle).
std::optional<ExactAddress> exactAddress(const PointerAnalysis& pointers, InstanceId instance, ValueId value);

// The address that is stored where the value points, when all that is ever stored there is one address.
std::optional<ExactAddress> exactContent(const PointerAnalysis& pointers, InstanceId instance, ValueId value);

// Whether the value may be the address, going by points-to sets.
bool mayBe(const PointerAnalysis& pointers, InstanceId instance, ValueId value, const ExactAddress& address);

// Whether writing `bytes` bytes (Location::any: nobody knows how many) at the value may change the pointer-sized
// variable at the address.
bool mayOverwrite(const PointerAnalysis& pointers, InstanceId instance, ValueId value, uint64_t bytes,
                  const ExactAddress& address);

// A lock that is known relative to a value of a function. It means something only in that function.
struct RelativeLock {
  FunctionId function;
  RelativeAddress address;
  bool isContent = false; // not there, but where the pointer leads that is stored there
  bool isSpin = false;    // made of an atomic variable (order/spin_locks.h)
  // The distance is not from the root, but from the variable that the root was read from, in another object. A caller
  // holds it: `lock(&q->m); push(q->buffer)`; what it is worth is seen where it is known who holds what
  // (race/holders.h).
  bool isBesideHolder = false;
  friend auto operator<=>(const RelativeLock&, const RelativeLock&) = default;
};

// The lock that a pointer variable leads to. It is one lock for all who take it while the variable stays as it is.
struct ContentLock {
  ExactAddress variable;
  friend auto operator<=>(const ContentLock&, const ContentLock&) = default;
};

// Locks by number: at an address, where the pointer at an address leads, relative to a value, or known by name only.
class LockTable {
public:
  LockId at(const ExactAddress& address);
  LockId relative(const RelativeLock& lock);
  LockId content(const ContentLock& lock);
  LockId named(const std::string& name);
  const ExactAddress* addressOf(LockId id) const { return std::get_if<ExactAddress>(&locks_[id]); }
  const RelativeLock* relativeOf(LockId id) const { return std::get_if<RelativeLock>(&locks_[id]); }
  const ContentLock* contentOf(LockId id) const { return std::get_if<ContentLock>(&locks_[id]); }
  // Whether holding the lock of that number in two places is holding the same one, whatever else is known.
  bool isFixed(LockId id) const { return !relativeOf(id) && !contentOf(id); }
  const std::string* nameOf(LockId id) const { return std::get_if<std::string>(&locks_[id]); }
  size_t size() const { return locks_.size(); }

private:
  using Lock = std::variant<ExactAddress, RelativeLock, ContentLock, std::string>;
  LockId intern(Lock lock);
  IdVector<LockId, Lock> locks_;
  std::map<Lock, LockId> ids_;
};

} // namespace steward
