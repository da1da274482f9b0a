// Handles with one owner: a std::thread is moved and never copied, and may not go away while its thread runs. So a
// thread that was not waited for is the thread of some std::thread that still exists, and when none can, it is over.
//
//   if (t.joinable()) t.join();          over on both ways, when no other variable can have got it
//   for (auto& t : threads) t.join();    over are all threads that can only be in `threads`
//
// What std::async starts is over when its state is awaited; the future that has the state stands for it in the same
// way.
#pragma once

#include "sharing/origins.h"

#include "llvm/ADT/DenseSet.h"

#include <map>
#include <optional>

namespace steward {

class Owners {
public:
  Owners(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins)
      : pointers_(pointers), reach_(reach), origins_(origins) {}

  // Whether a library made the thread for an owner that nobody took it from (std::thread::detach).
  bool isOwned(ForkId fork);
  // Whether the thread works for a state that others await, as that of std::async.
  bool isForState(ForkId fork) { return !states(fork).empty(); }

  // What a handle or future that lies at one of the places may be of: threads, or states of futures.
  llvm::SmallVector<ObjectId, 4> contentOf(llvm::ArrayRef<LocationId> places) const;
  llvm::SmallVector<ObjectId, 4> objectsOf(llvm::ArrayRef<LocationId> places) const;
  // Whether all of it is of that fork, so that it surely is when it is of any.
  bool areOf(llvm::ArrayRef<ObjectId> objects, ForkId fork);
  bool areSomeOf(llvm::ArrayRef<ObjectId> objects, ForkId fork);

  // Whether only what lies at these places can own a thread of the fork, once an instance has got to a block.
  bool isOwnedOnlyAt(ForkId fork, llvm::ArrayRef<LocationId> places, InstanceId instance, BlockId block);
  // The same of an object: whether only what lies there, and the object itself, leads to it.
  bool isHeldOnlyAt(ObjectId object, llvm::ArrayRef<LocationId> places, InstanceId instance, BlockId block);

  // Whether one instance leads to another by calls.
  bool reaches(InstanceId from, InstanceId to);

private:
  bool findOwned(ForkId fork);
  bool isOf(ObjectId object, ForkId fork);
  llvm::ArrayRef<ObjectId> states(ForkId fork);
  llvm::ArrayRef<ObjectId> tokens(ForkId fork); // the states, or else the threads
  bool completesState(InstanceId instance, unsigned depth = 0) const;
  const llvm::DenseSet<ObjectId>& detached();
  const std::vector<LocationId>& holders(ObjectId object);
  bool mayBeAlive(LocationId holder, InstanceId instance, BlockId block);
  bool isUsedFrom(ObjectId variable, InstanceId instance, BlockId block);

  const PointerAnalysis& pointers_;
  const Reach& reach_;
  const Origins& origins_;
  std::optional<llvm::DenseSet<ObjectId>> detached_; // threads that somebody may have detached
  llvm::DenseMap<ForkId, bool> owned_;               // what isOwned said
  std::map<ForkId, std::vector<ObjectId>> states_;
  llvm::DenseMap<ObjectId, std::vector<LocationId>> holders_;
  std::map<InstanceId, llvm::DenseSet<InstanceId>> reached_;
  std::map<std::tuple<ObjectId, InstanceId, BlockId>, bool> used_;
};

} // namespace steward
