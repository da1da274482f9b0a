#include "race/phases.h"

namespace steward {

const Phases::Pairs& Phases::together(LockId barrier, OriginId a, OriginId b) const {
  auto [it, isNew] = together_.try_emplace({barrier, a, b});
  Pairs& pairs = it->second;
  if (!isNew) return pairs;
  const auto& stepsOfA = order_.phaseSteps().at({barrier, a});
  const auto& stepsOfB = order_.phaseSteps().at({barrier, b});
  // All threads of a team meet at the same barriers in the same order; a program where they do not is wrong by itself.
  bool isOfTeam = order_.isOfTeam(barrier);
  std::vector<std::pair<uint32_t, uint32_t>> work{{0, 0}};
  pairs.insert(work[0]);
  while (!work.empty()) {
    auto [x, y] = work.back();
    work.pop_back();
    for (auto s = stepsOfA.lower_bound({x, 0}); s != stepsOfA.end() && s->first == x; ++s)
      for (auto t = stepsOfB.lower_bound({y, 0}); t != stepsOfB.end() && t->first == y; ++t)
        if ((!isOfTeam || s->second == t->second) && pairs.insert({s->second, t->second}).second)
          work.push_back({s->second, t->second});
  }
  return pairs;
}

bool Phases::areApart(OriginId a, const std::vector<Phase>& inA, OriginId b, const std::vector<Phase>& inB) const {
  if (inA.empty() && inB.empty()) return false;
  auto nodes = [](const std::vector<Phase>& phases, LockId barrier) {
    std::vector<uint32_t> result;
    for (const Phase& p : phases)
      if (p.barrier == barrier) result.push_back(p.node);
    if (result.empty()) result.push_back(0);
    return result;
  };
  std::set<LockId> barriers;
  for (const Phase& p : inA) barriers.insert(p.barrier);
  for (const Phase& p : inB) barriers.insert(p.barrier);
  for (LockId barrier : barriers) {
    if (!order_.phaseSteps().count({barrier, a}) || !order_.phaseSteps().count({barrier, b})) continue;
    const Pairs& pairs = together(barrier, a, b);
    bool canMeet = false;
    for (uint32_t x : nodes(inA, barrier))
      for (uint32_t y : nodes(inB, barrier)) canMeet |= pairs.count({x, y}) != 0;
    if (!canMeet) return true;
  }
  return false;
}

} // namespace steward
