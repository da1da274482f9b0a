// How many locks a function takes more than it gives back, on all its ways: whether it matters which way was taken.
//
//   lock(); if (failed) { unlock(); return -1; } return 0;      0 or 1 more
//   lock(); count++; unlock();                                  balanced
//
// Where ways meet on which different numbers of locks were taken, the lock analysis loses some unless it knows which
// way it was (order/conditions.h). Few functions are like that.
#pragma once

#include "pointer/pointer_analysis.h"
#include "sharing/reach.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace steward {

enum class LockChange : uint8_t { None, Takes, Tries, Gives };

class Balance {
public:
  using Uses = llvm::function_ref<LockChange(InstanceId, InstructionId)>;
  Balance(const PointerAnalysis& pointers, const Reach& reach, Uses uses);

  // Whether ways meet in it with different numbers of locks, or leave it so.
  bool isAmbiguous(InstanceId instance) const { return ambiguous_[instance.index]; }
  // Whether different numbers of locks are held when it returns.
  bool leavesSeveral(InstanceId instance) const { return (left_[instance.index] & (left_[instance.index] - 1)) != 0; }
  // Whether the instruction changes the number of locks, or may do so.
  bool changes(InstanceId instance, InstructionId instruction, Uses uses) const;

private:
  using Counts = uint16_t; // a bit for each difference that is possible, from -7 to 8
  static constexpr unsigned zero = 7;
  static Counts moved(Counts counts, Counts by);
  Counts after(InstanceId instance, InstructionId instruction, Counts counts, Uses uses) const;
  bool process(InstanceId instance, Uses uses);

  const PointerAnalysis& pointers_;
  const Program& program_;
  llvm::BitVector locking_, ambiguous_;
  std::vector<Counts> left_; // by instance: when it returns; 0 when it does not
};

} // namespace steward
