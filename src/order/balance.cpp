#include "order/balance.h"

#include "llvm/ADT/bit.h"

#include <algorithm>
#include <set>

namespace steward {

Balance::Balance(const PointerAnalysis& pointers, const Reach& reach, Uses uses)
    : pointers_(pointers), program_(pointers.program()) {
  size_t count = pointers.instances().size();
  locking_.resize(count);
  ambiguous_.resize(count);
  left_.resize(count);
  for (uint32_t n = 0; n < count; ++n)
    for (BlockId b : program_.blocksOf(pointers.functionOf(InstanceId(n))))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b]))
        if (uses(InstanceId(n), i) != LockChange::None) locking_.set(n);
  reach.addCallers(locking_);
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (unsigned n : locking_.set_bits()) isChanged |= process(InstanceId(n), uses);
  }
}

Balance::Counts Balance::moved(Counts counts, Counts by) {
  Counts result = 0;
  for (unsigned a = 0; a < 16; ++a)
    for (unsigned b = 0; counts >> a & 1 && b < 16; ++b)
      if (by >> b & 1)
        result |= static_cast<Counts>(1U << std::clamp<int>(static_cast<int>(a + b) - static_cast<int>(zero), 0, 15));
  return result;
}

Balance::Counts Balance::after(InstanceId instance, InstructionId i, Counts counts, Uses uses) const {
  constexpr Counts same = 1U << zero;
  if (isCall(program_.instructions[i].opcode))
    if (auto callees = pointers_.callees({instance, i}); !callees.empty()) {
      Counts by = pointers_.isPlainCall({instance, i}) ? 0 : same;
      for (InstanceId callee : callees) by |= locking_[callee.index] ? left_[callee.index] : same;
      counts = moved(counts, by);
    }
  switch (uses(instance, i)) {
  case LockChange::Takes:
    return moved(counts, same << 1);
  case LockChange::Tries:
    return moved(counts, same | same << 1);
  case LockChange::Gives:
    return moved(counts, same >> 1);
  case LockChange::None:
    break;
  }
  return counts;
}

bool Balance::process(InstanceId instance, Uses uses) {
  const Function& function = pointers_.functionOf(instance);
  std::vector<Counts> blocks(function.blockCount);
  std::set<BlockId> work;
  auto arrive = [&](BlockId b, Counts counts) {
    Counts& known = blocks[b.index - function.firstBlock.index];
    if ((known | counts) == known) return;
    known |= counts;
    work.insert(b);
  };
  if (function.blockCount) arrive(function.firstBlock, 1U << zero);
  Counts left = left_[instance.index];
  while (!work.empty()) {
    BlockId b = *work.begin();
    work.erase(work.begin());
    Counts counts = blocks[b.index - function.firstBlock.index];
    for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
      for (BlockId h : program_.handlersOf(program_.blocks[b])) arrive(h, counts);
      if (program_.instructions[i].opcode == Opcode::Return) left |= counts;
      counts = after(instance, i, counts, uses);
      if (!counts) break;
    }
    if (!counts) continue;
    for (BlockId s : program_.successorsOf(program_.blocks[b])) arrive(s, counts);
  }
  auto isSeveral = [](Counts counts) { return llvm::popcount(counts) > 1; };
  if (isSeveral(left) || llvm::any_of(blocks, isSeveral)) ambiguous_.set(instance.index);
  bool isChanged = left != left_[instance.index];
  left_[instance.index] = left;
  return isChanged;
}

bool Balance::changes(InstanceId instance, InstructionId i, Uses uses) const {
  if (uses(instance, i) != LockChange::None) return true;
  if (!isCall(program_.instructions[i].opcode)) return false;
  return llvm::any_of(pointers_.callees({instance, i}),
                      [&](InstanceId callee) { return locking_[callee.index] && left_[callee.index] != 1U << zero; });
}

} // namespace steward
