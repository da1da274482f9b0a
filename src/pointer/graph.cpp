#include "pointer/graph.h"

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

// Tarjan's strongly connected components, without recursion; leaves the representatives in topological order.
void ConstraintGraph::collapseCycles() {
  uint32_t count = nodeCount();
  std::vector<uint32_t> index(count, 0), low(count, 0);
  std::vector<bool> onStack(count, false);
  std::vector<uint32_t> stack;
  std::vector<std::pair<uint32_t, uint32_t>> calls; // node, next successor
  std::vector<std::vector<uint32_t>> cycles;
  uint32_t next = 1;
  order_.clear();
  for (uint32_t root = 0; root < count; ++root) {
    if (parent_[root] != root || index[root]) continue;
    if (successors_[root].empty() && constraints_[root].empty()) {
      index[root] = next++;
      order_.push_back(root);
      continue;
    }
    calls.push_back({root, 0});
    while (!calls.empty()) {
      auto& [node, at] = calls.back();
      if (at == 0) {
        index[node] = low[node] = next++;
        stack.push_back(node);
        onStack[node] = true;
      }
      if (at < successors_[node].size()) {
        uint32_t successor = find(NodeId(successors_[node][at++])).index;
        if (!index[successor])
          calls.push_back({successor, 0});
        else if (onStack[successor])
          low[node] = std::min(low[node], index[successor]);
        continue;
      }
      uint32_t done = node;
      calls.pop_back();
      if (!calls.empty()) low[calls.back().first] = std::min(low[calls.back().first], low[done]);
      if (low[done] != index[done]) continue;
      order_.push_back(done);
      if (stack.back() == done) {
        stack.pop_back();
        onStack[done] = false;
        continue;
      }
      std::vector<uint32_t> cycle;
      for (;;) {
        uint32_t member = stack.back();
        stack.pop_back();
        onStack[member] = false;
        if (member == done) break;
        cycle.push_back(member);
      }
      cycle.push_back(done);
      cycles.push_back(std::move(cycle));
    }
  }
  for (auto& cycle : cycles) {
    NodeId into(cycle.back());
    for (size_t i = 0; i + 1 < cycle.size(); ++i) merge(into, NodeId(cycle[i]));
    auto& successors = successors_[into.index];
    for (uint32_t& s : successors) s = find(NodeId(s)).index;
    std::sort(successors.begin(), successors.end());
    successors.erase(std::unique(successors.begin(), successors.end()), successors.end());
    llvm::erase(successors, into.index);
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
