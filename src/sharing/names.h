// What a person calls an object, or a part of one: "stats.total", "struct job", and where it comes from.
#pragma once

#include "pointer/pointer_analysis.h"
#include "sharing/sharing.h"

#include <string>

namespace steward {

class ObjectNames {
public:
  explicit ObjectNames(const PointerAnalysis& pointers) : pointers_(pointers), program_(pointers.program()) {}

  // The `bytes` bytes at an offset of an object; the object itself when the offset or the bytes are any.
  std::string name(const Object& object, uint64_t offset, uint64_t bytes) const;
  std::string name(const Place& place) const;
  // "global variable", "local variable of main", "heap object", …
  std::string kind(const Object& object) const;
  // Where it is declared or allocated; invalid when nothing tells.
  PositionId position(const Object& object) const;

private:
  const PointerAnalysis& pointers_;
  const Program& program_;
};

} // namespace steward
