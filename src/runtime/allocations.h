// Which block of the heap an address is in, for reports.
#pragma once

#include "runtime/call_tree.h"

#include <stddef.h>
#include <stdint.h>

namespace steward::runtime {

struct Thread;

struct Allocation {
  uintptr_t at;
  size_t bytes;
  StackId stack;
  uint32_t thread; // number
};

bool findAllocation(uintptr_t at, Allocation* found); // false also when it has been forgotten

void rememberAllocation(const Allocation& allocation);
// The block is freed. Small ones are kept until their place is needed: a report of a use after a free can then tell.
void forgetAllocation(uintptr_t at, size_t bytes);

// What the C library says of a block of its own allocator, whatever other allocator the program brought along.
size_t usableBytes(void* block);

void initializeAllocations();
void lockAllocations(); // around fork
void unlockAllocations();

} // namespace steward::runtime
