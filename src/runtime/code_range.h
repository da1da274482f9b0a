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
// Of an interceptor. What orders the program's accesses, that library tells itself (openmp.cpp); its own locks put its
// threads to sleep and wake them, and would order what the program does not.
#define STEWARD_IS_CALLED_BY_OPENMP (__builtin_expect(openMpLibrary.contains(__builtin_return_address(0)), 0))

} // namespace steward::runtime
