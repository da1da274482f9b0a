// Points-to sets, hash-consed: equal sets are one id, and the union or difference of two ids is computed once.
//
// An inclusion-based analysis has few distinct sets and unites the same ones over and over; with ids, a node's set is
// one integer, equality is integer equality, and the memo tables answer most unions without touching an element.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <vector>

namespace steward {

using SetId = uint32_t;
inline constexpr SetId emptySet = 0;

class SetPool {
public:
  SetPool();
  SetId single(uint32_t element);
  SetId intern(llvm::ArrayRef<uint32_t> sorted); // sorted, without duplicates
  SetId unite(SetId a, SetId b);
  SetId subtract(SetId a, SetId b); // the elements of a that are not in b
  bool contains(SetId set, uint32_t element) const;
  llvm::ArrayRef<uint32_t> operator[](SetId id) const {
    return llvm::ArrayRef(elements_).slice(sets_[id].first, sets_[id].count);
  }
  size_t size() const { return sets_.size(); }

private:
  struct Span {
    size_t first;
    uint32_t count;
  };
  static uint64_t key(SetId a, SetId b) { return uint64_t{a} << 32 | b; }

  std::vector<uint32_t> elements_;
  std::vector<Span> sets_;
  llvm::DenseMap<uint64_t, llvm::SmallVector<SetId, 1>> byHash_;
  llvm::DenseMap<uint64_t, SetId> unions_, differences_;
  std::vector<uint32_t> scratch_;
};

} // namespace steward
