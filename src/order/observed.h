// What a branch says about values that were read from memory: on which side of it which read saw what.
//
//   while (!ready) ;                      behind the loop the last read of `ready` saw something other than 0
//   if (state.load() == 2 && n > 3)       in the body the read of `state` saw 2, that of `n` more than 3
//   while (!is_ready(&q)) wait(&q);       also when a function of the program did the read and returned what it saw
#pragma once

#include "pointer/pointer_analysis.h"

#include <optional>
#include <vector>

namespace steward {

// A question about a number: (number & mask) kind bound.
struct ValueTest {
  CompareKind kind = CompareKind::NotEqual;
  bool isUnsigned = false;
  int64_t bound = 0;
  uint64_t mask = ~uint64_t{0};
  bool mayHold(int64_t number) const; // true also where signs make it doubtful
  friend auto operator<=>(const ValueTest&, const ValueTest&) = default;
};

struct ObservedRead {
  InstanceId instance;
  InstructionId read;       // a load, or an atomic that gives the old value
  ValueTest test;           // what the value passed
  bool isExchanged = false; // by a compare-exchange that surely took place
};

// What was seen when control leaves a block of the instance by its successor of that number.
std::vector<ObservedRead> observedOnEdge(const PointerAnalysis& pointers, InstanceId instance, BlockId block,
                                         unsigned successor);

// The numbers that a value can be; nothing when it may be anything.
std::optional<llvm::SmallVector<int64_t, 4>> possibleNumbers(const Program& program, const Function& function,
                                                             ValueId value);

} // namespace steward
