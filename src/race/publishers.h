// Which functions may put the address of an object where other threads could find it, themselves or by what they call.
//
//   void apply(task *t) { log[t->name] += t->amount; }      hands addresses in *t on to many functions, none of which
//                                                           stores one in memory that is shared
#pragma once

#include "race/symbolic.h"
#include "sharing/sharing.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace steward {

class Publishers {
public:
  Publishers(const PointerAnalysis& pointers, const Sharing& sharing, Scopes& scopes)
      : pointers_(pointers), program_(pointers.program()), sharing_(sharing), scopes_(scopes) {}

  bool mayPublish(InstanceId instance, ObjectId object);
  // The instruction itself, not what it calls.
  bool mayPublishAt(InstanceId instance, InstructionId at, ObjectId object);
  // The address of any object, with what the instruction calls.
  bool mayPublishAnythingAt(InstanceId instance, InstructionId at);

private:
  void find();
  void addCallers(std::vector<InstanceId> work, llvm::DenseSet<InstanceId>& all);
  // The objects whose addresses an instruction may store in shared memory.
  // Objects, and what was gone through for them already: sets of places are few, and each is listed in one piece.
  struct Published {
    llvm::DenseSet<ObjectId> objects, searched;
    llvm::DenseSet<const LocationId*> sets;
  };
  void publishedAt(InstanceId instance, InstructionId at, Published& into) const;

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Sharing& sharing_;
  Scopes& scopes_;
  bool isFound_ = false;
  llvm::DenseMap<ObjectId, std::vector<InstanceId>> direct_;
  llvm::DenseMap<ObjectId, llvm::DenseSet<InstanceId>> all_; // with what calls them, when asked for
  llvm::DenseSet<InstanceId> ofAnything_;                    // those that publish any object, with what calls them
};

} // namespace steward
