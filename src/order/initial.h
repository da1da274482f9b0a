// The number that a variable holds before the program stores one there.
#pragma once

#include "order/addresses.h"

#include <optional>

namespace steward {

enum class InitialKind : uint8_t {
  Number,    // what the definition of a global variable says, or zero
  Undefined, // of locals and heap memory: nothing that a program may look at
  Unknown,
};

// The value of a semaphore is the first thing in it, where its definition alone makes it.
constexpr uint64_t semaphoreBytes = 8;

struct InitialValue {
  InitialKind kind = InitialKind::Unknown;
  int64_t number = 0;
};

InitialValue initialValue(const PointerAnalysis& pointers, const ExactAddress& address, uint64_t bytes);

} // namespace steward
