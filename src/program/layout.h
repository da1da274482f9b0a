// Byte offsets and types: what lies at an offset, what to call it, and which offsets are the same element of an array.
#pragma once

#include "program/program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace steward {

class Layout {
public:
  explicit Layout(const Program& program) : program_(program) {}

  // The offset of the same place in the first element of every array around it: of s.a[3].x, that of s.a[0].x. What
  // lies behind the type's end is taken for another element of an array of that type. A union that holds an array is
  // one place.
  uint64_t firstElement(TypeId type, uint64_t offset);

  // The element sizes of the arrays that `offset` lies in, outermost first. The object itself counts as an array of its
  // type; a plain member at exactly `offset` counts as an array of one.
  llvm::SmallVector<uint64_t, 4> strides(TypeId type, uint64_t offset) const;

  // Whether the path to `offset` passes through an array (so that one canonical offset stands for several places).
  bool isInArray(TypeId type, uint64_t offset) const;

  // ".total", "[].next", "" — the members on the way to the byte at `offset`; of `size` bytes, 0 when unknown.
  std::string path(TypeId type, uint64_t offset, uint64_t size) const;

  // The path to the outermost part that starts at exactly `offset`, with elements of arrays by number: ".lock", "[1]".
  std::string outerPath(TypeId type, uint64_t offset) const;

private:
  const TypeField* memberAt(const Type& type, uint64_t offset) const;
  bool holdsArray(TypeId type, unsigned depth = 0) const;
  uint64_t compute(TypeId type, uint64_t offset, unsigned depth);

  const Program& program_;
  llvm::DenseMap<std::pair<uint32_t, uint64_t>, uint64_t> memo_;
};

} // namespace steward
