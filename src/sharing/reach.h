// The call graph of instances, seen whole: what runs at most once, what recurs, what lies in a loop.
//
// An object stands for one concrete object only when its allocation runs at most once in the life of the process; only
// then are two mentions of it surely the same (a lock, say).
#pragma once

#include "pointer/pointer_analysis.h"

#include "llvm/ADT/BitVector.h"

#include <vector>

namespace steward {

class Reach {
public:
  explicit Reach(const PointerAnalysis& pointers);

  bool runsOnce(InstanceId id) const { return once_[id.index]; }
  bool recurs(InstanceId id) const { return recurs_[id.index]; }
  bool isInLoop(BlockId block) const { return inLoop_[block.index]; }
  BlockId blockOf(InstructionId i) const { return blockOf_[i.index]; }
  // Whether the abstract object is one concrete object.
  bool isSingle(ObjectId object) const;

  // Every call site of an instance that reaches some instance, with where it stands.
  struct Edge {
    InstructionId call;
    InstanceId callee;
    bool isFork;
  };
  llvm::ArrayRef<Edge> edges(InstanceId id) const { return edges_[id.index]; }
  // Adds what calls one of them, over any number of calls in one thread.
  void addCallers(llvm::BitVector& instances) const;

private:
  void findLoops();
  void findEdges();
  void findRecursion();
  void findOnce();

  const PointerAnalysis& pointers_;
  const Program& program_;
  std::vector<std::vector<Edge>> edges_;
  llvm::BitVector once_, recurs_, inLoop_;
  std::vector<BlockId> blockOf_; // of every instruction
};

} // namespace steward
