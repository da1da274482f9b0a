// Which blocks of a function must have run before which.
//
// The iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"): blocks in reverse
// postorder, each one's immediate dominator the nearest common ancestor of its predecessors', until nothing changes.
// Edges to handlers count like edges to successors.
#pragma once

#include "program/program.h"

namespace steward {

class Dominators {
public:
  // All ids of the function must be good; see verify.h.
  Dominators(const Program& program, const Function& function);

  bool reachable(BlockId b) const { return order_[local(b)] != none; }
  // Whether every path from the entry to `b` goes through `a`. Both must be reachable.
  bool dominates(BlockId a, BlockId b) const {
    return first_[local(a)] <= first_[local(b)] && last_[local(b)] <= last_[local(a)];
  }
  // The blocks with an edge to `b`, each once, in ascending order.
  llvm::ArrayRef<BlockId> predecessors(BlockId b) const {
    return llvm::ArrayRef(predecessors_)
        .slice(firstPredecessor_[local(b)], firstPredecessor_[local(b) + 1] - firstPredecessor_[local(b)]);
  }

private:
  static constexpr uint32_t none = ~uint32_t{0};
  uint32_t local(BlockId b) const { return b.index - base_; }
  void findPredecessors(const Program& program, const Function& function);
  void findOrder(const Program& program);
  void findImmediateDominators();
  void numberTree();

  uint32_t base_;
  std::vector<BlockId> predecessors_;
  std::vector<uint32_t> firstPredecessor_;
  std::vector<uint32_t> order_;         // place in reverse postorder, or none
  std::vector<uint32_t> blocksInOrder_; // the inverse
  std::vector<uint32_t> immediate_;     // by place in reverse postorder
  std::vector<uint32_t> first_, last_;  // the interval of a block's subtree in the dominator tree
};

} // namespace steward
