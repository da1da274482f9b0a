// The memory accesses of a program: what instructions do by themselves, and what modelled calls do for them.
#pragma once

#include "pointer/call_parts.h"
#include "pointer/pointer_analysis.h"

#include <vector>

namespace steward {

// Free ends an object: all of it or, when it has a size, the lock that is there.
enum class AccessMode : uint8_t { Read, Write, Free };

struct MemoryAccess {
  InstructionId instruction;
  AccessMode mode = AccessMode::Read;
  bool isAtomic = false;
  ValueId pointer;
  uint64_t bytes = Location::any; // any: as far as the object goes
  bool isText = false;            // of characters, up to where their content says
  bool isValue = false;           // with isText: or of a number or pointer, where there is one
  bool isWrite() const { return mode != AccessMode::Read; }
  bool isFree() const { return mode == AccessMode::Free && bytes == Location::any; } // of a whole object
};

// The accesses that an instruction of an instance makes, in order. Calls into the program itself make none.
llvm::SmallVector<MemoryAccess, 2> accessesOf(const PointerAnalysis& pointers, InstanceId instance,
                                              InstructionId instruction);

} // namespace steward
