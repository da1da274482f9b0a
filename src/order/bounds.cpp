#include "order/bounds.h"

namespace steward {

// More than this is as good as any number.
static constexpr uint64_t maxExecutions = 1 << 20;

static std::optional<uint64_t> times(std::optional<uint64_t> a, std::optional<uint64_t> b) {
  if (!a || !b || *a > maxExecutions || *b > maxExecutions) return std::nullopt;
  return *a * *b;
}

std::optional<uint64_t> roundsOf(const Walk& walk) {
  if (walk.low.index || walk.high.index) return std::nullopt;
  return static_cast<uint64_t>(std::max<int64_t>(walk.high.add - walk.low.add, walk.hasFirst ? 1 : 0));
}

std::optional<uint64_t> Bounds::inLoops(InstanceId instance, BlockId block) {
  if (!reach_.isInLoop(block)) return 1;
  FunctionId function = pointers_.instances()[instance].function;
  std::optional<uint64_t> count;
  for (const NaturalLoop& loop : loopsOf(function)) {
    if (!loop.contains(block)) continue;
    std::optional<uint64_t> rounds;
    for (const Walk& walk : counting().rounds(function, loop, block, /*always=*/false))
      if (auto known = roundsOf(walk); known && (!rounds || *known < *rounds)) rounds = known;
    if (!rounds) return std::nullopt;
    count = count ? times(count, rounds) : rounds;
  }
  return count;
}

bool Bounds::isOnceIn(OriginId origin, InstanceId instance) {
  auto [it, isNew] = once_.try_emplace(origin);
  if (isNew) {
    std::map<InstanceId, unsigned> incoming;
    for (InstanceId from : origins_.instancesOf(origin))
      for (const Reach::Edge& e : reach_.edges(from))
        if (!e.isFork)
          incoming[e.callee] +=
              reach_.isInLoop(reach_.blockOf(e.call)) || !pointers_.isPlainCall({from, e.call}) ? 2 : 1;
    InstanceId entry = origins_[origin].entry;
    std::vector<InstanceId> work;
    if (incoming[entry] == 0) work.push_back(entry);
    while (!work.empty()) {
      InstanceId next = work.back();
      work.pop_back();
      if (!it->second.insert(next).second) continue;
      for (const Reach::Edge& e : reach_.edges(next))
        if (!e.isFork && incoming[e.callee] == 1) work.push_back(e.callee);
    }
  }
  return it->second.contains(instance);
}

std::optional<uint64_t> Bounds::runsOf(OriginId id) {
  if (id == Origins::main()) return 1;
  auto [it, isNew] = runs_.try_emplace(id, std::nullopt); // its own kind: no bound
  if (!isNew) return it->second;
  const Origin& origin = origins_[id];
  if (origin.isRecursive || origin.isMany || origin.kind != OriginKind::Thread) return std::nullopt;
  uint64_t sum = 0;
  for (uint32_t f = 0; f < origins_.forkCount(); ++f) {
    const Fork& fork = origins_[ForkId(f)];
    if (!llvm::is_contained(fork.origins, id)) continue;
    auto count = executions(fork.by, fork.site.instance, reach_.blockOf(fork.site.instruction));
    if (!count) return std::nullopt;
    sum += *count;
  }
  return runs_[id] = sum;
}

std::optional<uint64_t> Bounds::executions(OriginId origin, InstanceId instance, BlockId block) {
  if (!isOnceIn(origin, instance)) return std::nullopt;
  return times(runsOf(origin), inLoops(instance, block));
}

} // namespace steward
