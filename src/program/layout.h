// Byte offsets and types: what lies at an offset, what to call it, and which offsets are the same element of an array.
#pragma once

#include "program/program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace steward {

class Layout {
public:
  // A union of that many bytes may be storage for something else.
  static constexpr uint64_t rawBytes = 8;

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

  // The outermost array of elements of so many bytes that the path to `offset` passes through: where it starts, and
  // where it ends.
  std::optional<std::pair<uint64_t, uint64_t>> arrayAround(TypeId type, uint64_t offset, uint64_t elementBytes) const;

  // How many arrays of more than one element the path to `offset` passes through.
  unsigned arraysAround(TypeId type, uint64_t offset) const;

  // Whether a struct of type `wanted` can lie at `offset` of an object of type `type`: it is declared there, or starts
  // with or looks like what is (structs that stand for one another by their first members), or a union is there for
  // storage.
  bool mayStartAt(TypeId type, uint64_t offset, TypeId wanted);

  // Where structs of type `wanted` can start, as mayStartAt, but only where a struct is declared.
  llvm::ArrayRef<uint64_t> startsOf(TypeId type, TypeId wanted);

  // The innermost struct that what lies at `offset` is a member of, and where in it; invalid when it is in none.
  std::pair<TypeId, uint64_t> holderOf(TypeId type, uint64_t offset) const;

  // The outermost struct of at most so many bytes that is declared to start at `offset`; invalid when none is.
  TypeId structAt(TypeId type, uint64_t offset, uint64_t bytes = ~uint64_t{0}) const;

  // The number, pointer or union at `offset`; invalid in padding.
  TypeId leafAt(TypeId type, uint64_t offset) const;
  // The type itself or what it begins with, of so many bytes; invalid when there is none.
  TypeId firstOfSize(TypeId type, uint64_t bytes) const;

  // The outermost struct, or else the number or pointer, that is declared to start at `offset`.
  TypeId partAt(TypeId type, uint64_t offset) const {
    TypeId structure = structAt(type, offset);
    return structure ? structure : leafAt(type, offset);
  }

  // Whether something is declared to start at `offset`: a number, a pointer, a struct. Bytes of text and padding count.
  bool isBoundary(TypeId type, uint64_t offset);

  // Whether a pointer can be stored at `offset`: not into a number that is too small for it.
  bool hasRoomForPointer(TypeId type, uint64_t offset) const;
  bool isPointer(TypeId type, uint64_t offset) const; // declared as one
  bool isStorage(TypeId type, uint64_t offset) const; // bytes for something else to lie in
  bool isText(TypeId type, uint64_t offset) const;    // declared as characters
  bool isNumber(TypeId type, uint64_t offset) const;  // declared as one that is not a byte

  // Equal for structs with the same kinds of members at the same offsets: these may have got each other's names when
  // modules were linked. 0 for what is no struct.
  uint64_t shape(TypeId type);

  // The name of the innermost struct that a struct begins with, itself included; invalid when that has none.
  StringId firstStructName(TypeId type) const;

  // Where the base classes (and other unnamed members) of the class at `offset` start, its own start included.
  llvm::SmallVector<uint64_t, 4> bases(TypeId type, uint64_t offset) const;

  // The size of the outermost member (or element of an array) that starts at `offset`; 0 when none does.
  uint64_t extent(TypeId type, uint64_t offset) const;

  // The size of the array of characters that `offset` lies in; 0 when it lies in something else, any (all bits set)
  // when that array has no declared size or the place may be anything.
  uint64_t extentOfText(TypeId type, uint64_t offset) const;

  // The bytes from `offset` to the end of the number or pointer there; all ones when types do not say.
  uint64_t extentOfNumber(TypeId type, uint64_t offset) const;

  // The type of the number or pointer that `offset` lies in; invalid when types do not say.
  TypeId numberAt(TypeId type, uint64_t offset) const;

  // Whether a value of the type has room for a pointer, or for an integer of its size.
  bool mayHoldPointers(TypeId type);

  // ".total", "[].next", "" — the members on the way to the byte at `offset`; of `size` bytes, 0 when unknown.
  std::string path(TypeId type, uint64_t offset, uint64_t size) const;

  // The path to the outermost part that starts at exactly `offset`, with elements of arrays by number: ".lock", "[1]".
  std::string outerPath(TypeId type, uint64_t offset) const;

private:
  // What lies behind a type's end is another element of an array of it, unless it lies in a last member without a size.
  uint64_t inOneElement(const Type& type, uint64_t offset) const;
  const TypeField* memberAt(const Type& type, uint64_t offset) const;
  bool findStruct(TypeId type, uint64_t offset, TypeId wanted, unsigned depth);
  bool looksAlike(TypeId a, TypeId b);
  void findShape(TypeId type, uint64_t offset, unsigned depth, std::vector<uint64_t>& out) const;
  bool findBoundary(TypeId type, uint64_t offset, unsigned depth) const;
  void findStarts(TypeId type, uint64_t offset, TypeId wanted, unsigned depth, std::vector<uint64_t>& out);
  bool findPointers(TypeId type, unsigned depth);
  bool holdsArray(TypeId type, unsigned depth = 0) const;
  uint64_t compute(TypeId type, uint64_t offset, unsigned depth);

  const Program& program_;
  llvm::DenseMap<std::pair<uint32_t, uint64_t>, uint64_t> memo_;
  llvm::DenseMap<std::pair<uint32_t, uint64_t>, bool> boundaries_;
  std::map<std::pair<TypeId, TypeId>, std::vector<uint64_t>> structStarts_;
  llvm::DenseMap<TypeId, uint64_t> shapes_;
  llvm::DenseMap<TypeId, bool> pointers_;
  llvm::DenseMap<std::tuple<uint32_t, uint64_t, uint32_t>, bool> starts_;
};

} // namespace steward
