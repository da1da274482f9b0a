#include "pointer/graph.h"

#include "program/components.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace steward {

NodeId ConstraintGraph::addNodes(uint32_t count) {
  uint32_t first = nodeCount();
  for (uint32_t i = 0; i < count; ++i) parent_.push_back(first + i);
  size_t size = parent_.size();
  points_.resize(size, emptySet);
  sent_.resize(size, emptySet);
  seen_.resize(size, emptySet);
  successors_.resize(size);
  constraints_.resize(size);
  edgesChanged_ = true;
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
  SetId& points = points_[node.index];
  points = sets_.unite(points, elements);
}

void ConstraintGraph::addEdge(NodeId from, NodeId to) {
  from = find(from);
  to = find(to);
  if (from == to || !edges_.insert(uint64_t{from.index} << 32 | to.index).second) return;
  successors_[from.index].push_back(to.index);
  add(to, sent_[from.index]); // the rest follows with the next difference
  edgesChanged_ = true;
}

void ConstraintGraph::attach(NodeId node, uint32_t constraint) {
  node = find(node);
  constraints_[node.index].push_back(constraint);
  if (seen_[node.index] != emptySet) late_.push_back({constraint, seen_[node.index]});
}

void ConstraintGraph::merge(NodeId into, NodeId node) {
  uint32_t a = into.index, b = node.index;
  parent_[b] = a;
  // What only one of the two has sent or shown must be sent or shown again.
  auto common = [&](SetId x, SetId y) { return sets_.subtract(x, sets_.subtract(x, y)); };
  points_[a] = sets_.unite(points_[a], points_[b]);
  sent_[a] = common(sent_[a], sent_[b]);
  seen_[a] = common(seen_[a], seen_[b]);
  successors_[a].append(successors_[b].begin(), successors_[b].end());
  constraints_[a].append(constraints_[b].begin(), constraints_[b].end());
  successors_[b].clear();
  constraints_[b].clear();
}

// The nodes of a cycle have equal sets: one of them stands for all. Leaves the representatives in topological order.
void ConstraintGraph::collapseCycles() {
  llvm::SmallVector<uint32_t, 8> targets;
  auto successors = [&](uint32_t node) -> llvm::ArrayRef<uint32_t> {
    targets.clear();
    for (uint32_t s : successors_[node]) targets.push_back(find(NodeId(s)).index);
    return targets;
  };
  order_.clear();
  for (const auto& cycle : components(nodeCount(), successors)) {
    uint32_t into = cycle.front();
    if (parent_[into] != into) continue;
    order_.push_back(into);
    if (cycle.size() == 1) continue;
    for (size_t i = 1; i < cycle.size(); ++i) merge(NodeId(into), NodeId(cycle[i]));
    auto& merged = successors_[into];
    for (uint32_t& s : merged) s = find(NodeId(s)).index;
    llvm::sort(merged);
    merged.erase(std::unique(merged.begin(), merged.end()), merged.end());
    llvm::erase(merged, into);
  }
  std::reverse(order_.begin(), order_.end());
  edgesChanged_ = false;
}

// One sweep in topological order. Nodes made since the last ordering come last.
bool ConstraintGraph::propagate() {
  bool changed = false;
  for (uint32_t node : order_) {
    if (parent_[node] != node) continue;
    SetId fresh = sets_.subtract(points_[node], sent_[node]);
    if (fresh == emptySet) continue;
    changed = true;
    sent_[node] = points_[node];
    for (uint32_t successor : successors_[node]) {
      NodeId target = find(NodeId(successor));
      if (target.index != node) add(target, fresh);
    }
  }
  return changed;
}

void ConstraintGraph::solve(llvm::function_ref<void(uint32_t, llvm::ArrayRef<uint32_t>)> apply) {
  std::vector<uint32_t> fresh, constraints;
  for (bool changed = true; changed;) {
    ++waves_;
    if (edgesChanged_) collapseCycles();
    changed = propagate();
    // A constraint may add nodes, edges and constraints: work on copies.
    auto late = std::move(late_);
    late_.clear();
    for (auto& [constraint, elements] : late) {
      fresh.assign(sets_[elements].begin(), sets_[elements].end());
      apply(constraint, fresh);
      changed = true;
    }
    for (uint32_t node = 0, count = nodeCount(); node < count; ++node) {
      if (parent_[node] != node || constraints_[node].empty()) continue;
      SetId news = sets_.subtract(points_[node], seen_[node]);
      if (news == emptySet) continue;
      seen_[node] = sets_.unite(seen_[node], news);
      fresh.assign(sets_[news].begin(), sets_[news].end());
      constraints.assign(constraints_[node].begin(), constraints_[node].end());
      for (uint32_t constraint : constraints) apply(constraint, fresh);
      changed = true;
    }
    if (edgesChanged_ || !late_.empty()) changed = true;
  }
}

} // namespace steward
