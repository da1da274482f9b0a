// Strongly connected components of a graph over 0 … count-1 (Tarjan, without recursion), callees before callers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace steward {

// `successors(node)` gives an indexable range of node numbers. The components come in reverse topological order.
template <typename Successors>
std::vector<std::vector<uint32_t>> components(uint32_t count, Successors successors) {
  std::vector<uint32_t> index(count, 0), low(count, 0), stack;
  std::vector<bool> onStack(count, false);
  std::vector<std::pair<uint32_t, uint32_t>> calls; // node, next successor
  std::vector<std::vector<uint32_t>> result;
  uint32_t next = 1;
  for (uint32_t root = 0; root < count; ++root) {
    if (index[root]) continue;
    calls.push_back({root, 0});
    index[root] = low[root] = next++;
    stack.push_back(root);
    onStack[root] = true;
    while (!calls.empty()) {
      uint32_t node = calls.back().first;
      auto&& targets = successors(node);
      if (calls.back().second < targets.size()) {
        uint32_t target = targets[calls.back().second++];
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
      auto& component = result.emplace_back();
      uint32_t member;
      do {
        member = stack.back();
        stack.pop_back();
        onStack[member] = false;
        component.push_back(member);
      } while (member != node);
    }
  }
  return result;
}

} // namespace steward
