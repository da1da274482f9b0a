// Where the code of a library lies.
#pragma once

#include <stdint.h>

namespace steward::runtime {

struct CodeRange {
  uintptr_t low, high;
  bool contains(const void* code) const { return uintptr_t(code) - low < high - low; }
};

CodeRange libraryAround(const void* code); // empty when there is none

extern CodeRange openMpLibrary; // empty before it starts, and in programs without

} // namespace steward::runtime
