// Tests that a thread has made under a lock, of an object that it then uses without the lock.
//
//   lock(&m); while (!slot->ready) wait(&c, &m); unlock(&m);      use(slot->data);
//   lock(&m); slot->data = x; slot->ready = 1; unlock(&m);        who fills it holds the lock
//
// For a flag that is one variable this is proved (order/tokens.h). One of many objects with a flag in each is handed
// over in the same way, and who has found it ready mostly has it alone until it says otherwise; but who tests an object
// and then uses it all the same is a mistake that looks like that. So only a rank depends on it (doubts.h).
//
// It is looked for in one function: a branch that every way to the access has passed, that may also lead elsewhere, and
// that depends on what was read from the object.
#pragma once

#include "program/dominators.h"
#include "race/kin_locks.h"

#include <memory>

namespace steward {

class PassedTests {
public:
  PassedTests(const PointerAnalysis& pointers, const Reach& reach, KinLocks& kin)
      : pointers_(pointers), program_(pointers.program()), reach_(reach), kin_(kin) {}

  // What was read for a test before the instruction, under locks of these kinds that are not held any more.
  struct Passed {
    InstructionId read;
    std::vector<KinLocks::Kind> locks;
  };
  std::vector<Passed> before(InstanceId instance, FrameId frame, InstructionId at);
  // The kinds of locks of those that may have read the object; sorted.
  std::vector<KinLocks::Kind> of(ObjectId object, InstanceId instance, llvm::ArrayRef<Passed> passed) const;

private:
  struct Test {
    BlockId block;
    std::vector<InstructionId> reads; // what the branch depends on
  };
  // Of a function: dominators, and the branches that depend on memory.
  struct Known {
    std::unique_ptr<Dominators> dominators;
    std::vector<Test> tests;
  };
  const Known& known(InstanceId instance);
  void addReads(const Function& function, ValueId value, std::vector<InstructionId>& reads, unsigned depth) const;
  bool mayLeadElsewhere(BlockId test, BlockId to) const;

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  KinLocks& kin_;
  llvm::DenseMap<FunctionId, Known> known_;
};

} // namespace steward
