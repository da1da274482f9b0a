// Locks that programs make of an atomic variable: 0 is free, anything else is taken.
//
//   while (atomic_flag_test_and_set_explicit(&f, memory_order_acquire)) ;   exchange, fetch_or
//   while (!compare_exchange_weak(&f, &zero, 1)) ;                           compare-exchange of 0
//   …
//   atomic_store_explicit(&f, 0, memory_order_release);
//
// Here is decided what may be such a lock: every write of the program that may lead there is one of these, with the
// memory order that it takes; plain writes of 0 are taken for initialisation (one that were not would race with the
// others, and is reported). That nobody stores 0 who has not got the lock is what the order analysis checks, in the
// states that it finds.
#pragma once

#include "order/addresses.h"

#include "llvm/ADT/DenseSet.h"

namespace steward {

class SpinLocks {
public:
  explicit SpinLocks(const PointerAnalysis& pointers);

  bool empty() const { return places_.empty(); }
  // Whether the instruction of the instance tries to take such a lock, having got it when its result is 0; or gives it
  // back.
  bool takes(InstanceId instance, InstructionId instruction) const;
  bool gives(InstanceId instance, InstructionId instruction) const;

private:
  enum class Use : uint8_t { Takes, Gives, Resets, Other };
  Use use(InstanceId instance, const Instruction& i) const;
  bool areLocks(InstanceId instance, ValueId pointer) const;

  const PointerAnalysis& pointers_;
  const Program& program_;
  llvm::DenseSet<LocationId> places_;
};

} // namespace steward
