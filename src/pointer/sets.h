// Points-to sets, hash-consed: equal sets are one id, and the union or difference of two ids is computed once.
//
// An inclusion-based analysis has few distinct sets and unites the same ones over and over; with ids, a node's set is
// one integer, equality is integer equality, and the memo tables answer most unions without touching an element.
// A set is a sorted run of blocks, each a number of 32 bits and which of its elements are in: large sets, which are
// what costs, are dense, and take and move a fraction of what lists of elements would.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Allocator.h"

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
  SetId intersect(SetId a, SetId b) { return subtract(a, subtract(a, b)); }
  bool contains(SetId set, uint32_t element) const;
  uint32_t count(SetId id) const { return sets_[id].elements; }
  size_t size() const { return sets_.size(); } // how many sets there are

  // Sets may be made while an iteration runs.
  template <typename Function>
  void forEach(SetId id, Function&& function) const {
    for (uint64_t block : sets_[id].blocks)
      for (uint32_t bits = static_cast<uint32_t>(block); bits; bits &= bits - 1)
        function(static_cast<uint32_t>(block >> 32) * 32 + static_cast<uint32_t>(llvm::countr_zero(bits)));
  }

  // The elements in order, kept for the next who asks: for those who look at results, not for the solver.
  llvm::ArrayRef<uint32_t> operator[](SetId id) const;

private:
  struct Set {
    llvm::ArrayRef<uint64_t> blocks; // (element / 32) << 32 | bit for each element
    uint32_t elements = 0;
  };
  static uint64_t key(SetId a, SetId b) { return uint64_t{a} << 32 | b; }
  SetId internBlocks(llvm::ArrayRef<uint64_t> blocks);

  llvm::BumpPtrAllocator memory_;
  std::vector<Set> sets_;
  llvm::DenseMap<uint64_t, llvm::SmallVector<SetId, 1>> byHash_;
  llvm::DenseMap<uint64_t, SetId> unions_, differences_;
  std::vector<uint64_t> scratch_;
  mutable llvm::BumpPtrAllocator listMemory_;
  mutable llvm::DenseMap<SetId, llvm::ArrayRef<uint32_t>> lists_;
};

} // namespace steward
