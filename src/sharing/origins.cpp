#include "sharing/origins.h"

#include "pointer/allocation.h"

#include "llvm/ADT/BitVector.h"

namespace steward {

// Threads that create threads that create threads: deeper than this, an origin of the same entry is used again.
static constexpr uint32_t maxDepth = 6;

Origins::Origins(const PointerAnalysis& pointers, const Reach& reach) : pointers_(pointers), reach_(reach) {
  origins_.push({OriginKind::Main, pointers.entry(), {}, {}, 0, false});
  instances_.push({});
  for (uint32_t n = 0; n < origins_.size(); ++n) visit(OriginId(n));
}

void Origins::visit(OriginId id) {
  llvm::BitVector seen(pointers_.instances().size());
  std::vector<InstanceId> reached{origins_[id].entry};
  seen.set(reached[0].index);
  for (size_t n = 0; n < reached.size(); ++n)
    for (const Reach::Edge& e : reach_.edges(reached[n])) {
      if (!e.isFork) {
        if (!seen[e.callee.index]) {
          seen.set(e.callee.index);
          reached.push_back(e.callee);
        }
        continue;
      }
      CallSite site{reached[n], e.call};
      auto [it, isNew] = forkIds_.try_emplace({id, site}, forks_.end_id());
      if (isNew) forks_.push({id, site, {}, {}});
      ForkId fork = it->second;
      OriginId child;
      // The same entry further up: the origin creates its own kind.
      for (OriginId up = id; up.valid(); up = origins_[up].parent)
        if (origins_[up].entry == e.callee) child = up;
      if (!child && origins_[id].depth >= maxDepth)
        for (uint32_t n = 0; n < origins_.size() && !child; ++n)
          if (origins_[OriginId(n)].entry == e.callee) child = OriginId(n);
      if (child) {
        origins_[child].isRecursive = true;
      } else {
        child = origins_.push({OriginKind::Thread, e.callee, fork, id, origins_[id].depth + 1, false});
        instances_.push({});
      }
      forks_[fork].origins.push_back(child);
      for (const ForkTarget& target : pointers_.forks(site))
        if (target.entry == e.callee) forks_[fork].threads.push_back(target.thread);
    }
  instances_[id] = std::move(reached);
}

ForkId Origins::forkAt(OriginId origin, CallSite site) const {
  auto it = forkIds_.find({origin, site});
  return it == forkIds_.end() ? ForkId() : it->second;
}

bool Origins::isAncestor(OriginId a, OriginId b) const {
  for (; b.valid(); b = origins_[b].parent)
    if (a == b) return true;
  return false;
}

std::string Origins::describe(OriginId id) const {
  const Origin& origin = origins_[id];
  if (origin.kind == OriginKind::Main) return "main";
  // A library's thread is known by what it runs of the program.
  InstanceId shown = origin.entry;
  for (InstanceId instance : instances_[id])
    if (!isLibrary(pointers_.program(), pointers_.functionOf(instance))) {
      shown = instance;
      break;
    }
  return "thread " + pointers_.program().text(pointers_.functionOf(shown).name).str();
}

} // namespace steward
