// The constraint graph of an inclusion-based pointer analysis: nodes with points-to sets, copy edges between them, and
// complex constraints that turn what a node points to into more edges.
//
// Solved in waves: cycles of copy edges are collapsed (their nodes have equal sets), differences are sent along the
// edges in topological order, then the constraints of every node see the elements that are new to them. The graph knows
// nothing of programs; elements are integers, and a constraint is an index that the client interprets.
//
// Cost: cubic in the worst case; in practice a few waves, each linear in the edges that carry something new.
#pragma once

#include "pointer/sets.h"
#include "program/ids.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace steward {

using NodeId = Id<struct NodeTag>;

class ConstraintGraph {
public:
  explicit ConstraintGraph(SetPool& sets) : sets_(sets) {}

  NodeId addNodes(uint32_t count); // the first of `count` consecutive nodes
  void addEdge(NodeId from, NodeId to);
  void addElement(NodeId node, uint32_t element) { add(find(node), sets_.single(element)); }
  void addElements(NodeId node, SetId elements) { add(find(node), elements); }
  void attach(NodeId node, uint32_t constraint);

  SetId pointsTo(NodeId node) const { return points_[find(node).index]; }
  llvm::ArrayRef<uint32_t> elements(NodeId node) const { return sets_[pointsTo(node)]; }

  // Calls `apply(constraint, fresh)` with the elements of its node that the constraint has not seen, until nothing
  // changes. A constraint may see an element twice after a collapse.
  void solve(llvm::function_ref<void(uint32_t constraint, llvm::ArrayRef<uint32_t> fresh)> apply);

  uint32_t nodeCount() const { return static_cast<uint32_t>(parent_.size()); }
  size_t edgeCount() const { return edges_.size(); }
  unsigned waves() const { return waves_; }

private:
  NodeId find(NodeId node) const;
  void add(NodeId node, SetId elements);
  void collapseCycles();
  void merge(NodeId into, NodeId node);
  bool propagate();

  SetPool& sets_;
  mutable std::vector<uint32_t> parent_; // union-find
  std::vector<SetId> points_;            // what the node points to
  std::vector<SetId> sent_;              // what its successors have
  std::vector<SetId> seen_;              // what its constraints have seen
  std::vector<llvm::SmallVector<uint32_t, 2>> successors_;
  std::vector<llvm::SmallVector<uint32_t, 1>> constraints_;
  std::vector<std::pair<uint32_t, SetId>> late_; // constraints attached to nodes that have been seen
  llvm::DenseSet<uint64_t> edges_;
  std::vector<uint32_t> order_; // representatives, topologically
  bool edgesChanged_ = true;
  unsigned waves_ = 0;
};

} // namespace steward
