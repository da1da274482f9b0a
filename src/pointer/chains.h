// Chains of calls, the innermost first: how a function came to run, as far as that is known.
//
//   main calls init (1), init calls make (2), make calls malloc          the memory's chain is 2, 1
//
// What lies behind the end of a chain is not known, so the empty chain is any. Something that happened once has one
// concrete chain, however much of it is known; two chains that differ in a place are of two events.
#pragma once

#include "pointer/pointer_analysis.h"

#include <map>

namespace steward {

using ChainId = Id<struct ChainTag>;

class Chains {
public:
  // Longer chains tell hardly anything more apart, and there is no end of them.
  static constexpr size_t defaultLength = 4;

  // With no calls in a chain, nothing is told apart.
  explicit Chains(size_t maxLength = defaultLength) : maxLength_(maxLength) { intern({}); }
  static ChainId any() { return ChainId(0); }
  llvm::ArrayRef<CallSite> operator[](ChainId id) const { return *chains_[id]; }
  ChainId intern(llvm::ArrayRef<CallSite> calls); // what is too long is cut off at the outer end
  ChainId entered(ChainId chain, CallSite call);  // one call further in
  ChainId left(ChainId chain) { return intern((*this)[chain].drop_front()); }
  ChainId joined(ChainId inner, llvm::ArrayRef<CallSite> outer);
  bool isFull(ChainId chain) const { return (*this)[chain].size() >= maxLength_; }
  // Whether they can be of one event. By instruction: a concrete call may be one of several instances.
  bool areCompatible(ChainId a, ChainId b) const;

private:
  size_t maxLength_;
  std::map<std::vector<CallSite>, ChainId> ids_;
  IdVector<ChainId, const std::vector<CallSite>*> chains_;
};

} // namespace steward
