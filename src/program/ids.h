// Typed 32-bit ids and the flat arrays they index.
//
// An id is a position in one array of a Program; its tag keeps a FunctionId from being used where a BlockId is meant.
#pragma once

#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/Hashing.h"

#include <cassert>
#include <compare>
#include <cstdint>
#include <vector>

namespace steward {

template <typename Tag>
struct Id {
  static constexpr uint32_t none = ~uint32_t{0};
  uint32_t index = none;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t index) : index(index) {}
  constexpr bool valid() const { return index != none; }
  constexpr explicit operator bool() const { return valid(); }
  friend constexpr auto operator<=>(Id, Id) = default;
};

template <typename Tag>
llvm::hash_code hash_value(Id<Tag> id) {
  return llvm::hash_value(id.index);
}

using StringId = Id<struct StringTag>;
using TypeId = Id<struct TypeTag>;
using PositionId = Id<struct PositionTag>;
using GlobalId = Id<struct GlobalTag>;
using FunctionId = Id<struct FunctionTag>;
using BlockId = Id<struct BlockTag>;
using InstructionId = Id<struct InstructionTag>;
using ConstantId = Id<struct ConstantTag>;

// A local value of a function (a parameter or the result of an instruction), counted from 0 within its function. Local
// numbering lets an analysis lay the values of one function instance side by side: node = instance base + local.
using LocalId = Id<struct LocalTag>;

// A std::vector that is indexed by one kind of id only.
template <typename I, typename T>
class IdVector {
public:
  IdVector() = default;
  explicit IdVector(size_t size, T value = T()) : items_(size, value) {}

  I push(T item) {
    items_.push_back(std::move(item));
    return I(static_cast<uint32_t>(items_.size() - 1));
  }
  decltype(auto) operator[](I id) {
    assert(id.index < items_.size());
    return items_[id.index];
  }
  decltype(auto) operator[](I id) const {
    assert(id.index < items_.size());
    return items_[id.index];
  }
  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  bool contains(I id) const { return id.index < items_.size(); }
  void resize(size_t size, T value = T()) { items_.resize(size, value); }
  void reserve(size_t size) { items_.reserve(size); }
  I end_id() const { return I(static_cast<uint32_t>(items_.size())); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  T* data() { return items_.data(); }
  const T* data() const { return items_.data(); }

private:
  std::vector<T> items_;
};

// A half-open run of ids, for `for (BlockId b : ids(first, count))`.
template <typename I>
class IdRange {
public:
  struct iterator {
    uint32_t at;
    I operator*() const { return I(at); }
    iterator& operator++() {
      ++at;
      return *this;
    }
    bool operator!=(const iterator& other) const { return at != other.at; }
  };
  IdRange(I first, uint32_t count) : first_(first.index), count_(count) {}
  iterator begin() const { return {first_}; }
  iterator end() const { return {first_ + count_}; }
  uint32_t size() const { return count_; }

private:
  uint32_t first_, count_;
};

template <typename I>
IdRange<I> ids(I first, uint32_t count) {
  return {count ? first : I(0), count};
}

} // namespace steward

namespace llvm {
template <typename Tag>
struct DenseMapInfo<steward::Id<Tag>> {
  using I = steward::Id<Tag>;
  static I getEmptyKey() { return I(~uint32_t{0}); }
  static I getTombstoneKey() { return I(~uint32_t{0} - 1); }
  static unsigned getHashValue(I id) { return DenseMapInfo<uint32_t>::getHashValue(id.index); }
  static bool isEqual(I a, I b) { return a == b; }
};
} // namespace llvm
