#include "pointer/sets.h"

#include "llvm/Support/xxhash.h"

#include <algorithm>

namespace steward {

static constexpr uint64_t indexOf(uint64_t block) { return block >> 32; }
static constexpr uint64_t bitsOf(uint64_t block) { return block & 0xffffffff; }

SetPool::SetPool() { sets_.emplace_back(); }

SetId SetPool::internBlocks(llvm::ArrayRef<uint64_t> blocks) {
  if (blocks.empty()) return emptySet;
  llvm::ArrayRef bytes(reinterpret_cast<const uint8_t*>(blocks.data()), blocks.size() * sizeof(uint64_t));
  // The two largest values are DenseMap's own.
  auto& bucket = byHash_[llvm::xxh3_64bits(bytes) >> 1];
  for (SetId id : bucket)
    if (sets_[id].blocks == blocks) return id;
  SetId id = static_cast<SetId>(sets_.size());
  uint32_t count = 0;
  for (uint64_t block : blocks) count += static_cast<uint32_t>(llvm::popcount(bitsOf(block)));
  uint64_t* own = memory_.Allocate<uint64_t>(blocks.size());
  std::copy(blocks.begin(), blocks.end(), own);
  sets_.push_back({{own, blocks.size()}, count});
  bucket.push_back(id);
  return id;
}

SetId SetPool::intern(llvm::ArrayRef<uint32_t> sorted) {
  scratch_.clear();
  for (uint32_t element : sorted) {
    uint64_t index = element / 32, bit = uint64_t{1} << element % 32;
    if (!scratch_.empty() && indexOf(scratch_.back()) == index)
      scratch_.back() |= bit;
    else
      scratch_.push_back(index << 32 | bit);
  }
  return internBlocks(scratch_);
}

SetId SetPool::single(uint32_t element) {
  uint64_t block = uint64_t{element / 32} << 32 | uint64_t{1} << element % 32;
  return internBlocks(block);
}

SetId SetPool::unite(SetId a, SetId b) {
  if (a == b || b == emptySet) return a;
  if (a == emptySet) return b;
  if (a > b) std::swap(a, b);
  auto [it, isNew] = unions_.try_emplace(key(a, b), emptySet);
  if (!isNew) return it->second;
  scratch_.clear();
  auto x = sets_[a].blocks, y = sets_[b].blocks;
  const uint64_t *i = x.begin(), *j = y.begin();
  while (i != x.end() && j != y.end()) {
    if (indexOf(*i) < indexOf(*j))
      scratch_.push_back(*i++);
    else if (indexOf(*j) < indexOf(*i))
      scratch_.push_back(*j++);
    else
      scratch_.push_back(*i++ | *j++);
  }
  scratch_.insert(scratch_.end(), i, x.end());
  scratch_.insert(scratch_.end(), j, y.end());
  SetId result = llvm::ArrayRef(scratch_) == x ? a : llvm::ArrayRef(scratch_) == y ? b : internBlocks(scratch_);
  return unions_[key(a, b)] = result;
}

SetId SetPool::subtract(SetId a, SetId b) {
  if (a == b || a == emptySet) return emptySet;
  if (b == emptySet) return a;
  auto [it, isNew] = differences_.try_emplace(key(a, b), emptySet);
  if (!isNew) return it->second;
  scratch_.clear();
  auto y = sets_[b].blocks;
  const uint64_t* j = y.begin();
  for (uint64_t block : sets_[a].blocks) {
    while (j != y.end() && indexOf(*j) < indexOf(block)) ++j;
    bool isCommon = j != y.end() && indexOf(*j) == indexOf(block);
    uint64_t rest = isCommon ? bitsOf(block) & ~bitsOf(*j) : bitsOf(block);
    if (rest) scratch_.push_back(indexOf(block) << 32 | rest);
  }
  SetId result = llvm::ArrayRef(scratch_) == sets_[a].blocks ? a : internBlocks(scratch_);
  return differences_[key(a, b)] = result;
}

bool SetPool::contains(SetId set, uint32_t element) const {
  auto blocks = sets_[set].blocks;
  const uint64_t* it = std::lower_bound(blocks.begin(), blocks.end(), uint64_t{element / 32} << 32);
  return it != blocks.end() && indexOf(*it) == element / 32 && (*it >> element % 32 & 1);
}

llvm::ArrayRef<uint32_t> SetPool::operator[](SetId id) const {
  if (id == emptySet) return {};
  auto [it, isNew] = lists_.try_emplace(id);
  if (!isNew) return it->second;
  uint32_t* list = listMemory_.Allocate<uint32_t>(count(id));
  uint32_t n = 0;
  forEach(id, [&](uint32_t element) { list[n++] = element; });
  return it->second = {list, n};
}

} // namespace steward
