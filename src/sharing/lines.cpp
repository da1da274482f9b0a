#include "sharing/lines.h"

#include "pointer/wrappers.h"
#include "program/library.h"

namespace steward {

OwnLines::OwnLines(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins)
    : program_(pointers.program()), origins_(origins), callers_(pointers.instances().size()), runs_(origins.size()) {
  for (uint32_t n = 0; n < callers_.size(); ++n)
    for (const Reach::Edge& e : reach.edges(InstanceId(n)))
      if (!e.isFork) callers_[e.callee.index].push_back({InstanceId(n), e.call});
}

PositionId OwnLines::ownPosition(InstructionId instruction) const {
  PositionId position = program_.instructions[instruction].position;
  while (position && isSystemFile(program_.text(program_.positions[position].file)))
    position = program_.positions[position].inlinedAt;
  return position;
}

std::vector<PositionId> OwnLines::of(OriginId origin, InstanceId instance, InstructionId instruction) {
  if (PositionId own = ownPosition(instruction)) return {own};
  const std::vector<PositionId>& calls = callsInto(origin, instance);
  if (!calls.empty()) return calls;
  PositionId position = program_.instructions[instruction].position;
  return position ? std::vector{position} : std::vector<PositionId>();
}

const std::vector<PositionId>& OwnLines::callsInto(OriginId origin, InstanceId instance) {
  auto [it, isNew] = known_.try_emplace({origin, instance});
  std::vector<PositionId>& found = it->second;
  if (!isNew) return found;
  llvm::DenseSet<InstanceId>& runs = runs_[origin.index];
  if (runs.empty()) runs.insert_range(origins_.instancesOf(origin));
  // Backwards through the library, as far as this origin runs it.
  std::vector<InstanceId> work{instance};
  llvm::DenseSet<InstanceId> seen{instance};
  while (!work.empty()) {
    InstanceId next = work.back();
    work.pop_back();
    for (const Caller& caller : callers_[next.index]) {
      if (!runs.contains(caller.instance)) continue;
      if (PositionId own = ownPosition(caller.call))
        found.push_back(own);
      else if (seen.insert(caller.instance).second)
        work.push_back(caller.instance);
    }
  }
  auto key = [&](PositionId id) {
    const Position& p = program_.positions[id];
    return std::tuple(program_.text(p.file), p.line, p.column);
  };
  llvm::sort(found, [&](PositionId a, PositionId b) { return key(a) < key(b); });
  found.erase(std::unique(found.begin(), found.end(), [&](PositionId a, PositionId b) { return key(a) == key(b); }),
              found.end());
  return found;
}

} // namespace steward
