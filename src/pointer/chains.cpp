#include "pointer/chains.h"

namespace steward {

ChainId Chains::intern(llvm::ArrayRef<CallSite> calls) {
  auto [it, isNew] = ids_.try_emplace(calls.take_front(maxLength_).vec(), chains_.end_id());
  if (isNew) chains_.push(&it->first);
  return it->second;
}

ChainId Chains::entered(ChainId chain, CallSite call) {
  llvm::SmallVector<CallSite, defaultLength + 1> calls{call};
  llvm::append_range(calls, (*this)[chain]);
  return intern(calls);
}

ChainId Chains::joined(ChainId inner, llvm::ArrayRef<CallSite> outer) {
  llvm::SmallVector<CallSite, 2 * defaultLength> calls((*this)[inner]);
  llvm::append_range(calls, outer);
  return intern(calls);
}

bool Chains::areCompatible(ChainId a, ChainId b) const {
  for (auto [x, y] : llvm::zip((*this)[a], (*this)[b]))
    if (x.instruction != y.instruction) return false;
  return true;
}

} // namespace steward
