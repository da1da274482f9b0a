// Two pointers that never lead to the same object, whatever else they are: what they hold was allocated for each, and
// later only exchanged.
//
//   old = malloc(…); next = malloc(…);
//   for (…) { step(old, next); t = old; old = next; next = t; }
//
// Points-to sets know that either may be either. Both being there at the same time is what counts: all that is ever
// stored in one of two variables is memory that was made for it alone, or what the other one held just before that gets
// what this one held. The same holds of two values that change places from round to round of a loop.
#pragma once

#include "race/symbolic.h"

namespace steward {

class DistinctPointers {
public:
  explicit DistinctPointers(Scopes& scopes) : s_(scopes) {}

  // Whether the pointers that two atoms stand for lead to different objects.
  bool areDistinct(AtomId a, AtomId b);

private:
  bool areVariables(LocationId a, LocationId b);
  bool areValues(ScopeId scope, LocalId a, LocalId b);
  bool isExchange(const Write& store, LocationId from, LocationId to, llvm::ArrayRef<Write> others);
  InstructionId definitionOf(InstanceId instance, ValueId value) const;
  InstructionId loadOf(InstanceId instance, ValueId value, LocationId place) const; // the load that a value is
  bool isAllocation(InstanceId instance, InstructionId at) const;

  Scopes& s_;
  std::map<std::pair<AtomId, AtomId>, bool> known_;
};

} // namespace steward
