// Objects that lie in others before a function gets their address: who lets the others out lets them out as well.
//
//   w->part = p;  finish(w, p);                               p lies in w, which finish() does not see
//   void finish(whole *w, part *p) { all = w; p->size = 1; }  others may have it since the first of these
//
// What matters is only what a function does by other values than the address that it was given: what it does with that
// is followed one by one (fresh.h).
#pragma once

#include "race/publishers.h"

#include <map>

namespace steward {

class LyingIn {
public:
  LyingIn(const PointerAnalysis& pointers, const Reach& reach, Scopes& scopes, Publishers& publishers)
      : pointers_(pointers), program_(pointers.program()), reach_(reach), scopes_(scopes), publishers_(publishers) {}

  // Whether a caller may have put what it hands over somewhere in memory since it was made, and hands that over, too.
  bool mayLie(InstanceId instance, LocalId parameter);
  // Whether the instruction may put the object, or one that leads to it, where others could find it.
  bool mayLetOut(InstanceId instance, InstructionId at, ObjectId object);

private:
  static constexpr size_t maxWholes = 512; // more is imprecision
  struct Wholes {
    llvm::DenseSet<ObjectId> objects; // with the object itself
    bool areMany = false;             // and could be any
  };
  bool isGivenWhole(InstanceId caller, llvm::ArrayRef<ValueId> arguments, ValueId part);
  bool mayLieAt(InstanceId caller, InstructionId call, ValueId argument);
  bool mayKeep(InstanceId instance, InstructionId at, llvm::ArrayRef<ObjectId> objects) const;
  const Wholes& wholesOf(ObjectId object);
  void findHolders();

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  Scopes& scopes_;
  Publishers& publishers_;
  bool hasHolders_ = false;
  llvm::DenseMap<ObjectId, llvm::DenseSet<ObjectId>> holders_; // that hold addresses of an object
  llvm::DenseMap<ObjectId, Wholes> wholes_;
  std::map<std::pair<InstanceId, LocalId>, bool> lying_;
};

} // namespace steward
