// Which blocks of a function must have run before which.
//
// The algorithm of Lengauer and Tarjan ("A Fast Algorithm for Finding Dominators in a Flowgraph", TOPLAS 1979) in its
// simple form: for E edges and N blocks, E log N steps. The shorter iterative algorithms take N squared on a long body
// whose every block may leave to one common exit, which is what error handling looks like. Edges to handlers count like
// edges to successors.
#pragma once

#include "program/program.h"

namespace steward {

class Dominators {
public:
  // All ids of the function must be good; see verify.h.
  Dominators(const Program& program, const Function& function);

  bool reachable(BlockId b) const { return number_[local(b)] != none; }
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
  void numberBlocks(const Program& program);
  void findImmediateDominators();
  void numberTree();

  uint32_t base_;
  std::vector<BlockId> predecessors_;
  std::vector<uint32_t> firstPredecessor_;
  std::vector<uint32_t> number_; // of each block: when a depth-first search meets it, or none
  // By number.
  std::vector<uint32_t> block_;     // the inverse
  std::vector<uint32_t> parent_;    // in the tree of the search
  std::vector<uint32_t> immediate_; // dominator
  // The interval of a block's subtree in the dominator tree.
  std::vector<uint32_t> first_, last_;
};

} // namespace steward
