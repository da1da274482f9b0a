#include "pointer/graph.h"

#include "program/components.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace steward {

NodeId ConstraintGraph::addNodes(uint32_t count) {
  uint32_t first = nodeCount();
  size_t size = first + count;
  parent_.resize(size);
  rank_.resize(size);
  for (uint32_t node = first; node < size; ++node) {
    parent_[node] = node;
    rank_[node] = static_cast<uint32_t>(order_.size());
    order_.push_back(node);
  }
  points_.resize(size, emptySet);
  done_.resize(size, emptySet);
  successors_.resize(size);
  constraints_.resize(size);
  // Growing by the bit costs a copy each time.
  if (dirty_.size() < order_.size()) dirty_.resize(static_cast<unsigned>(order_.size() * 2));
  return NodeId(first);
}

NodeId ConstraintGraph::find(NodeId node) const {
  uint32_t n = node.index;
  while (parent_[n] != n) {
    parent_[n] = parent_[parent_[n]];
    n = parent_[n];
  }
  return NodeId(n);
}

void ConstraintGraph::add(NodeId node, SetId elements) {
  if (node == nothing) return;
  SetId& points = points_[node.index];
  SetId all = sets_.unite(points, elements);
  if (all == points) return;
  points = all;
  dirty_.set(rank_[node.index]);
}

void ConstraintGraph::addEdge(NodeId from, NodeId to) {
  if (from == nothing || to == nothing) return;
  from = find(from);
  to = find(to);
  if (from == to || !edges_.insert(uint64_t{from.index} << 32 | to.index).second) return;
  successors_[from.index].push_back(to.index);
  add(to, done_[from.index]); // the rest follows with the next difference
  edgesChanged_ = true;
}

void ConstraintGraph::attach(NodeId node, uint32_t constraint) {
  if (node == nothing) return;
  node = find(node);
  constraints_[node.index].push_back(constraint);
  if (done_[node.index] != emptySet) late_.push_back({constraint, done_[node.index]});
}

void ConstraintGraph::merge(NodeId into, NodeId node) {
  uint32_t a = into.index, b = node.index;
  parent_[b] = a;
  points_[a] = sets_.unite(points_[a], points_[b]);
  // What only one of the two has sent or shown must be sent or shown again.
  done_[a] = sets_.intersect(done_[a], done_[b]);
  successors_[a].append(successors_[b].begin(), successors_[b].end());
  constraints_[a].append(constraints_[b].begin(), constraints_[b].end());
  successors_[b].clear();
  constraints_[b].clear();
}

// The nodes of a cycle have equal sets: one of them stands for all. Leaves the representatives in topological order.
void ConstraintGraph::collapseCycles() {
  auto degree = [&](uint32_t node) { return successors_[node].size(); };
  auto successor = [&](uint32_t node, uint32_t k) { return find(NodeId(successors_[node][k])).index; };
  std::vector<std::vector<uint32_t>> cycles;
  order_.clear();
  visitComponents(nodeCount(), degree, successor, [&](llvm::ArrayRef<uint32_t> members) {
    if (parent_[members.front()] != members.front()) return;
    order_.push_back(members.front());
    if (members.size() > 1) cycles.emplace_back(members);
  });
  for (const auto& cycle : cycles) {
    uint32_t into = cycle.front();
    for (size_t i = 1; i < cycle.size(); ++i) merge(NodeId(into), NodeId(cycle[i]));
    auto& merged = successors_[into];
    for (uint32_t& s : merged) s = find(NodeId(s)).index;
    llvm::sort(merged);
    merged.erase(std::unique(merged.begin(), merged.end()), merged.end());
    llvm::erase(merged, into);
  }
  std::reverse(order_.begin(), order_.end());
  dirty_.reset();
  for (uint32_t rank = 0; rank < order_.size(); ++rank) {
    uint32_t node = order_[rank];
    rank_[node] = rank;
    if (points_[node] != done_[node]) dirty_.set(rank);
  }
  edgesChanged_ = false;
}

// Both lists may grow while the constraints are applied; what is added last has been given what was done before.
void ConstraintGraph::visit(uint32_t node, llvm::function_ref<void(uint32_t, SetId)> apply) {
  SetId fresh = sets_.subtract(points_[node], done_[node]);
  if (fresh == emptySet) return;
  done_[node] = points_[node];
  for (uint32_t& successor : successors_[node]) {
    uint32_t target = successor = find(NodeId(successor)).index;
    if (target != node) add(NodeId(target), fresh);
  }
  for (size_t k = 0, count = constraints_[node].size(); k < count; ++k) apply(constraints_[node][k], fresh);
}

void ConstraintGraph::solve(llvm::function_ref<void(uint32_t, SetId)> apply) {
  for (;;) {
    ++sweeps_;
    if (edgesChanged_) collapseCycles();
    int rank = dirty_.find_first();
    if (rank < 0 && late_.empty()) return;
    for (; rank >= 0; rank = dirty_.find_next(static_cast<unsigned>(rank))) {
      dirty_.reset(static_cast<unsigned>(rank));
      visit(order_[static_cast<unsigned>(rank)], apply);
    }
    auto late = std::move(late_);
    late_.clear();
    for (auto& [constraint, elements] : late) apply(constraint, elements);
  }
}

} // namespace steward
