// Strongly connected components of a graph over 0 … count-1 (Tarjan, without recursion), callees before callers.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace steward {

// `degree(node)` says how many successors a node has, `successor(node, k)` which the k-th is. `visit(members)` is
// called with each component, in reverse topological order; nothing may change the graph meanwhile, except that the
// members themselves are done with.
template <typename Degree, typename Successor, typename Visit>
void visitComponents(uint32_t count, Degree degree, Successor successor, Visit visit) {
  std::vector<uint32_t> index(count, 0), low(count, 0), stack;
  std::vector<bool> onStack(count, false);
  std::vector<std::pair<uint32_t, uint32_t>> calls; // node, next successor
  uint32_t next = 1;
  for (uint32_t root = 0; root < count; ++root) {
    if (index[root]) continue;
    calls.push_back({root, 0});
    index[root] = low[root] = next++;
    stack.push_back(root);
    onStack[root] = true;
    while (!calls.empty()) {
      uint32_t node = calls.back().first;
      if (calls.back().second < degree(node)) {
        uint32_t target = successor(node, calls.back().second++);
        if (!index[target]) {
          index[target] = low[target] = next++;
          stack.push_back(target);
          onStack[target] = true;
          calls.push_back({target, 0});
        } else if (onStack[target]) {
          low[node] = std::min(low[node], index[target]);
        }
        continue;
      }
      calls.pop_back();
      if (!calls.empty()) low[calls.back().first] = std::min(low[calls.back().first], low[node]);
      if (low[node] != index[node]) continue;
      size_t first = stack.size();
      do onStack[stack[--first]] = false;
      while (stack[first] != node);
      visit(llvm::ArrayRef(stack).drop_front(first));
      stack.resize(first);
    }
  }
}

template <typename Degree, typename Successor>
std::vector<std::vector<uint32_t>> components(uint32_t count, Degree degree, Successor successor) {
  std::vector<std::vector<uint32_t>> result;
  visitComponents(count, degree, successor,
                  [&](llvm::ArrayRef<uint32_t> members) { result.emplace_back(members.rbegin(), members.rend()); });
  return result;
}

} // namespace steward
