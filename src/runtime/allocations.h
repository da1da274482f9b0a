// Which block of the heap an address is in, for reports.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace steward::runtime {

struct Thread;
using StackId = uint32_t;

struct Allocation {
  uintptr_t at;
  size_t bytes;
  StackId stack;
  uint32_t thread; // number
};

bool findAllocation(uintptr_t at, Allocation* found); // false also when it has been forgotten

} // namespace steward::runtime
