#include "pointer/sets.h"

#include "llvm/Support/xxhash.h"

#include <algorithm>

namespace steward {

SetPool::SetPool() { sets_.push_back({0, 0}); }

SetId SetPool::intern(llvm::ArrayRef<uint32_t> sorted) {
  if (sorted.empty()) return emptySet;
  llvm::ArrayRef bytes(reinterpret_cast<const uint8_t*>(sorted.data()), sorted.size() * sizeof(uint32_t));
  // The two largest values are DenseMap's own.
  auto& bucket = byHash_[llvm::xxh3_64bits(bytes) >> 1];
  for (SetId id : bucket)
    if ((*this)[id] == sorted) return id;
  SetId id = static_cast<SetId>(sets_.size());
  sets_.push_back({elements_.size(), static_cast<uint32_t>(sorted.size())});
  elements_.insert(elements_.end(), sorted.begin(), sorted.end());
  bucket.push_back(id);
  return id;
}

SetId SetPool::single(uint32_t element) { return intern(element); }

SetId SetPool::unite(SetId a, SetId b) {
  if (a == b || b == emptySet) return a;
  if (a == emptySet) return b;
  if (a > b) std::swap(a, b);
  auto [it, isNew] = unions_.try_emplace(key(a, b), emptySet);
  if (!isNew) return it->second;
  scratch_.clear();
  auto x = (*this)[a], y = (*this)[b];
  std::set_union(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(scratch_));
  SetId result = scratch_.size() == x.size() ? a : scratch_.size() == y.size() ? b : intern(scratch_);
  return unions_[key(a, b)] = result;
}

SetId SetPool::subtract(SetId a, SetId b) {
  if (a == b || a == emptySet) return emptySet;
  if (b == emptySet) return a;
  auto [it, isNew] = differences_.try_emplace(key(a, b), emptySet);
  if (!isNew) return it->second;
  scratch_.clear();
  auto x = (*this)[a], y = (*this)[b];
  std::set_difference(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(scratch_));
  SetId result = scratch_.size() == x.size() ? a : intern(scratch_);
  return differences_[key(a, b)] = result;
}

bool SetPool::contains(SetId set, uint32_t element) const {
  auto items = (*this)[set];
  return std::binary_search(items.begin(), items.end(), element);
}

} // namespace steward
