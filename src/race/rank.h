// How likely a report is real and worth a look: a number from 0 to 1, with its reasons in words. docs/ranking.md has
// the table of weights.
//
// What can be proved safe is not reported at all; what is left here is what only experience tells (RELAY section 4.3
// filters by such rules). A reason lowers or raises the rank and is named in the report; none takes a report away.
#pragma once

#include "race/detect.h"
#include "race/marks.h"
#include "steward/race.h"

#include <functional>

namespace steward {

class Ranker {
public:
  Ranker(const PointerAnalysis& pointers, const Origins& origins, const OrderAnalysis& order,
         const Concurrency& concurrency, const Marks& marks)
      : pointers_(pointers), program_(pointers.program()), origins_(origins), order_(order), concurrency_(concurrency),
        marks_(marks) {}

  using LockNames = std::function<std::vector<std::string>(const RacingAccess&)>;

  // Sets the rank of a race that is described otherwise, and adds to its reasons.
  void rank(const RacingPlace& place, Race& race) const;

  // How many of the accesses to the place that may overlap the two hold which locks, the most used first.
  std::vector<LockUse> lockUses(const RacingPlace& place, const LockNames& locks) const;

private:
  struct Verdict;
  void memory(const RacingPlace& place, Verdict& verdict) const;
  void locks(const RacingPlace& place, const Race& race, Verdict& verdict) const;
  void origins(const RacingPlace& place, Verdict& verdict) const;
  void code(const RacingPlace& place, const Race& race, Verdict& verdict) const;
  void doubts(const RacingPlace& place, const Race& race, Verdict& verdict) const;
  void declarations(const RacingPlace& place, const Race& race, Verdict& verdict) const;

  bool isMadeThere(const RacingAccess& a) const;      // a write by who allocates the object
  bool isWayToFailure(const RacingAccess& a) const;   // from there on the process only ends
  bool isOneConstant(const RacingPlace& place) const; // all writes store the same number
  bool isCounter(const RacingPlace& place) const;     // all writes add a number to what is there
  InstructionId definitionOf(FunctionId function, ValueId value) const;

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Origins& origins_;
  const OrderAnalysis& order_;
  const Concurrency& concurrency_;
  const Marks& marks_;
};

// One of an array of locks, for the element with its index (element_locks.h): which array that is the name does not
// say.
inline constexpr llvm::StringLiteral elementLockName = "the lock of its element";
inline constexpr llvm::StringLiteral holderLockName = "the lock of what leads to it";

// A lock's name without how it is held.
llvm::StringRef plainLock(llvm::StringRef lock);
// Whether a lock as the source declares it ("mu", "this->mu", "&q->lock") may be the one of that name ("queue.mu").
bool mayBeLock(llvm::StringRef declared, llvm::StringRef lock);

} // namespace steward
