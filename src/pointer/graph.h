// The constraint graph of an inclusion-based pointer analysis: nodes with points-to sets, copy edges between them, and
// complex constraints that turn what a node points to into more edges.
//
// Solved in sweeps. Before one, cycles of copy edges are collapsed (their nodes have equal sets) and the rest is put in
// topological order. A sweep visits the nodes that have something new, in that order, sends the difference along their
// edges and shows it to their constraints at once, so that what these add is already seen by the nodes behind. The
// graph knows nothing of programs; elements are integers, and a constraint is an index that the client interprets.
//
// Cost: cubic in the worst case; in practice some tens of sweeps, each linear in the edges that carry something new.
#pragma once

#include "pointer/sets.h"
#include "program/ids.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace steward {

using NodeId = Id<struct NodeTag>;

class ConstraintGraph {
public:
  // What can point nowhere: edges and constraints of this node, and what is added to it, are left out.
  static constexpr NodeId nothing{0};

  explicit ConstraintGraph(SetPool& sets) : sets_(sets) { addNodes(1); }

  NodeId addNodes(uint32_t count); // the first of `count` consecutive nodes
  void addEdge(NodeId from, NodeId to);
  void addElement(NodeId node, uint32_t element) { add(find(node), sets_.single(element)); }
  void addElements(NodeId node, SetId elements) { add(find(node), elements); }
  void attach(NodeId node, uint32_t constraint);

  SetId pointsTo(NodeId node) const { return points_[find(node).index]; }
  llvm::ArrayRef<uint32_t> elements(NodeId node) const { return sets_[pointsTo(node)]; }

  // Calls `apply(constraint, fresh)` with the elements of its node that the constraint has not seen, until nothing
  // changes. A constraint may see an element twice after a collapse.
  void solve(llvm::function_ref<void(uint32_t constraint, SetId fresh)> apply);

  uint32_t nodeCount() const { return static_cast<uint32_t>(parent_.size()); }
  size_t edgeCount() const { return edges_.size(); }
  unsigned sweeps() const { return sweeps_; }

private:
  NodeId find(NodeId node) const;
  void add(NodeId node, SetId elements);
  void collapseCycles();
  void merge(NodeId into, NodeId node);
  void visit(uint32_t node, llvm::function_ref<void(uint32_t, SetId)> apply);

  SetPool& sets_;
  mutable std::vector<uint32_t> parent_; // union-find
  std::vector<SetId> points_;            // what the node points to
  std::vector<SetId> done_;              // what its successors have and its constraints have seen
  std::vector<llvm::SmallVector<uint32_t, 2>> successors_;
  std::vector<llvm::SmallVector<uint32_t, 1>> constraints_;
  std::vector<std::pair<uint32_t, SetId>> late_; // constraints attached to nodes that have been visited
  llvm::DenseSet<uint64_t> edges_;
  std::vector<uint32_t> order_; // representatives, topologically; nodes made since come last
  std::vector<uint32_t> rank_;  // of each node in that order
  llvm::BitVector dirty_;       // by rank: nodes with something new
  bool edgesChanged_ = true;
  unsigned sweeps_ = 0;
};

} // namespace steward
