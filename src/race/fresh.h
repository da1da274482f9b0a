// Objects that nobody else has yet: made here, with their address still nowhere that another thread could get it from.
//
//   struct node *n = malloc(sizeof *n);
//   n->value = 1;                          nobody else can have n
//   init(n);                               nor here, or in init, when that stores it nowhere
//   lock(&m); list = n; unlock(&m);        from here on others may
//   n->value = 2;
//
// An address goes on by being stored, or handed to a function that stores it, to a new thread, or to the caller. What
// is stored in such an object itself is not out before the object is. Unknown functions are taken to keep nothing, as
// everywhere.
#pragma once

#include "race/lying_in.h"
#include "race/owner_code.h"
#include "race/publishers.h"
#include "race/supposed.h"
#include "race/symbolic.h"
#include "race/takes.h"

#include "llvm/ADT/DenseMap.h"

namespace steward {

class Fresh {
public:
  // With `takes`, an object that was taken out of a container is as good as new, and what counts as letting it out is
  // to put it where others take things from: whoever gets its address in another way does not have it alone.
  Fresh(const PointerAnalysis& pointers, const Reach& reach, Scopes& scopes, Publishers& publishers,
        const Takes* takes = nullptr)
      : pointers_(pointers), program_(pointers.program()), reach_(reach), scopes_(scopes), publishers_(publishers),
        takes_(takes), code_(pointers), lyingIn_(pointers, reach, scopes, publishers) {
    suppositions_.add([this] {
      auto isSo = [](const auto& entry) { return entry.second; };
      std::erase_if(known_, isSo);
      std::erase_if(parameters_, isSo);
      std::erase_if(made_, isSo);
    });
  }
  Fresh(const Fresh&) = delete;

  // Whether the instruction, in this instance, uses the address of an object that only its own thread has.
  bool isUnpublished(InstanceId instance, ValueId address, InstructionId at) {
    return isFresh(instance, address, at, 0);
  }
  // Whether an address may have gone on to others between where it is defined and another instruction.
  bool isLetOut(InstanceId instance, LocalId root, InstructionId at) {
    const Uses& all = uses(instance, root, 0);
    return !all.isReady || isOut(all, program_.local(pointers_.functionOf(instance), root).definition, at);
  }
  // Whether the result of the instruction is an object that is made by it, and that nobody else has.
  bool isNew(InstanceId instance, InstructionId made) { return isMade(instance, made, 0); }
  // The value that an address starts from; of several, all but null must be one.
  ValueId rootOf(const Function& function, ValueId address) const;

private:
  static constexpr unsigned maxDepth = 8;
  // All values of a function that are addresses in one object, and where these may go on to others.
  struct Uses {
    llvm::DenseSet<LocalId> values;
    std::vector<InstructionId> ways;
    std::vector<InstructionId> returns; // that hand it to the caller
    llvm::DenseSet<LocalId> wholes;     // parameters whose objects it is put into: the caller's
    bool isReady = false;               // not while it is being looked for
  };
  bool isNothing(ValueId v) const;
  bool isFresh(InstanceId instance, ValueId address, InstructionId at, unsigned depth);
  bool isOneOfSeveral(InstanceId instance, InstructionId phi, InstructionId at, unsigned depth);
  InstructionId choiceOf(const Function& function, ValueId address) const;
  ValueId storedIn(const Function& function, ValueId address, InstructionId at) const;
  InstructionId onlyStore(const Function& function, ValueId address) const;
  ValueId rootIn(InstanceId instance, ValueId address, unsigned depth); // also through what is in new objects
  ValueId storedInNew(InstanceId instance, InstructionId load, unsigned depth);
  bool isOnlyReadBy(const Instruction& call, ValueId address) const;
  bool isFreshAtCallers(InstanceId instance, ValueId address, unsigned depth);
  bool isMade(InstanceId instance, InstructionId definition, unsigned depth);
  const Uses& uses(InstanceId instance, LocalId root, unsigned depth);
  bool letsOut(InstanceId instance, InstructionId call, const Uses& uses, bool& isReturned, unsigned depth,
               llvm::function_ref<bool(ValueId)> isOutIn);
  bool isEarlier(InstructionId store, InstructionId made);
  bool isOut(const Uses& uses, InstructionId made, InstructionId at);
  bool mayPublish(InstanceId instance, InstructionId call, llvm::ArrayRef<ObjectId> objects);

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  Scopes& scopes_;
  Publishers& publishers_;
  const Takes* takes_;
  OwnerCode code_;
  LyingIn lyingIn_;
  mutable std::map<std::pair<uint32_t, LocalId>, InstructionId> stores_; // by the first local of the function
  std::map<std::pair<InstanceId, LocalId>, Uses> uses_;
  std::map<std::pair<InstanceId, InstructionId>, bool> made_;
  std::map<std::tuple<InstanceId, LocalId>, bool> parameters_; // whether it is unpublished at every call
  std::map<std::tuple<InstanceId, ValueId, InstructionId>, bool> known_;
  Suppositions suppositions_;
  Supposed<std::tuple<InstanceId, ValueId, InstructionId>> chosen_{suppositions_}; // the same of phis
};

} // namespace steward
