// Whether an address of a local variable is of the thread's own: of a function that is running on its stack.
//
//   void work(void) { struct key k; fill(&k); send(&k); }        two threads that run work() have a `k` each
//
// An address that was only handed down by calls never left its thread, whatever else happens to the variable. What was
// read from memory may be anybody's: a list of all who wait leads to variables of others. It is the thread's own when
// it was read from a variable of its own that only such addresses are ever stored in, as in a string that points to its
// own buffer. Two accesses that are each to their own thread's variable are never to the same one; it takes one who got
// the address in another way for a race.
//
// Recursion changes nothing: all frames of one thread are its own. Cost: the values on the way, once for each variable.
#pragma once

#include "race/writes.h"
#include "sharing/reach.h"

#include <map>

namespace steward {

class OwnFrames {
public:
  OwnFrames(const PointerAnalysis& pointers, const Reach& reach, Writes& writes)
      : pointers_(pointers), program_(pointers.program()), reach_(reach), writes_(writes) {}

  // Of an address that may be in the variable: whether it is then in the one of its own thread.
  bool isOwn(InstanceId instance, ValueId address, ObjectId variable);

private:
  struct Caller {
    InstanceId instance;
    InstructionId call;
    bool isFork;
  };
  bool find(InstanceId instance, ValueId value, ObjectId variable);
  bool isHanded(InstanceId instance, uint32_t parameter, ObjectId variable);
  bool isRead(InstanceId instance, ValueId address, ObjectId variable);
  bool isStoredOwn(LocationId place, ObjectId variable);
  bool isReturned(InstanceId instance, InstructionId call, ObjectId variable);
  bool mayBeIn(llvm::ArrayRef<LocationId> places, ObjectId variable) const;
  void findCallers();

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  Writes& writes_;
  std::vector<std::vector<Caller>> callers_; // by instance
  // Supposed to be so while it is being found. What one wrong supposition led to is found again.
  std::map<std::tuple<InstanceId, ValueId, ObjectId>, bool> known_;
  std::map<std::pair<LocationId, ObjectId>, bool> stored_;
  unsigned depth_ = 0, steps_ = 0;
  bool isRefuted_ = false;
};

} // namespace steward
