// Memory that has one owner at a time: what a std::unique_ptr, a container or a string leads to.
//
//   std::unique_ptr<Task> t;
//   { lock; t = std::move(queue.front()); queue.pop(); }      the task goes from one owner to another
//   t->run();                                                 through an owner that only this thread knows
//
// To go over to another owner the memory is taken from the one that has it, which is written by that. So when two
// threads get at the same memory through different owners, either all owners on its way are used in order, and so is
// the memory; or they are not, which is a race on an owner and is found there. Only who gets at it through one and the
// same owner can race on it; and nobody else gets there through an owner that only one thread knows.
//
// That holds for an address that was read from its owner, and as long as the owner has it: an address that is kept
// while the owner goes on (a plain pointer, a reference to an element) says nothing. An owner that others know may go
// on as soon as a lock is let go.
//
// Which classes are owners is a model ([[owner]]).
#pragma once

#include "race/fresh.h"
#include "race/owner_code.h"
#include "race/takes.h"
#include "race/writes.h"

#include "llvm/ADT/SmallVector.h"

#include <set>

namespace steward {

class Custody {
public:
  enum class Kind : uint8_t {
    None,   // not read from an owner, or from one that may have given it away since
    Shared, // from an owner that others may know
    Own,    // from one that only this thread knows, or made by it
  };

  Custody(const PointerAnalysis& pointers, const Reach& reach, const Sharing& sharing, Scopes& scopes, Writes& writes,
          Fresh& fresh, Takes& takes)
      : pointers_(pointers), program_(pointers.program()), reach_(reach), sharing_(sharing), scopes_(scopes),
        writes_(writes), fresh_(fresh), takes_(takes), code_(pointers) {}

  // How the thread has the memory at an address that the instruction uses.
  Kind of(InstanceId instance, ValueId address, InstructionId at);
  static bool areApart(Kind a, Kind b) {
    return (a == Kind::Own && b != Kind::None) || (b == Kind::Own && a != Kind::None);
  }

private:
  static constexpr unsigned maxDepth = 16, maxSteps = 512;
  // The owners that lead to an address, outermost last.
  struct Trace {
    Kind kind = Kind::None;
    llvm::SmallVector<LocationId, 4> places = {};
  };
  using Key = std::tuple<InstanceId, ValueId, InstructionId>;
  Trace trace(InstanceId instance, ValueId address, InstructionId at, unsigned depth);
  Trace traceRoot(InstanceId instance, ValueId root, InstructionId at, unsigned depth);
  Trace traceParameter(InstanceId instance, LocalId parameter, InstructionId at, unsigned depth);
  Trace traceLoad(InstanceId instance, InstructionId load, InstructionId at, unsigned depth);
  Trace traceOwner(InstanceId instance, ValueId address, InstructionId read, InstructionId at, unsigned depth);
  Trace traceCall(InstanceId instance, InstructionId call, InstructionId at, unsigned depth);
  static bool meet(Trace& trace, const Trace& with);
  bool isKept(InstanceId instance, InstructionId from, InstructionId at, const Trace& trace);
  bool isBetween(InstructionId from, InstructionId what, InstructionId at);
  const llvm::DenseSet<InstanceId>& writersOf(LocationId place);

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  const Sharing& sharing_;
  Scopes& scopes_;
  Writes& writes_;
  Fresh& fresh_;
  Takes& takes_;
  OwnerCode code_;
  std::map<Key, Kind> known_;
  std::set<Key> open_; // what is being looked at: round a loop it is what it is
  unsigned steps_ = 0;
  std::map<LocationId, llvm::DenseSet<InstanceId>> writers_; // that may write a place, also by what they call
};

} // namespace steward
