#include "order/barriers.h"

#include "pointer/call_parts.h"

namespace steward {

Barriers::Barriers(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins)
    : pointers_(pointers), reach_(reach), origins_(origins), bounds_(pointers, reach, origins) {
  const Program& program = pointers.program();
  struct Unknown {
    InstanceId instance;
    ValueId object;
  };
  std::vector<Unknown> unknown; // waits of which nobody knows for what
  for (uint32_t o = 0; o < origins.size(); ++o)
    for (InstanceId instance : origins.instancesOf(OriginId(o)))
      for (BlockId b : program.blocksOf(pointers.functionOf(instance)))
        for (InstructionId i : program.instructionsOf(program.blocks[b])) {
          const Instruction& call = program.instructions[i];
          if (!isCall(call.opcode)) continue;
          for (const CallModel* model : pointers.modelsAt({instance, i}))
            for (const Effect& effect : model->effects) {
              bool makes = effect.kind == EffectKind::BarrierInit;
              if (!makes && effect.kind != EffectKind::BarrierWait) continue;
              auto address = addressOf(instance, call, effect);
              if (!address) {
                unknown.push_back({instance, argumentOf(program, call, effect.object)});
                continue;
              }
              Barrier& barrier = barriers_[*address];
              if (!makes) {
                barrier.origins.insert(OriginId(o));
                continue;
              }
              ValueId size = partOf(program, call, effect.size);
              if (!size) {
                barrier.isBroken = true;
                continue;
              }
              Count count = countOf(instance, size);
              barrier.isBroken |= (count.value && reach.isInLoop(b)) || (barrier.count && *barrier.count != count);
              barrier.count = count;
            }
        }
  std::erase_if(barriers_, [&](auto& entry) {
    auto& [address, barrier] = entry;
    for (const Unknown& wait : unknown)
      if (!wait.object || mayBe(pointers, wait.instance, wait.object, address)) return true;
    return barrier.isBroken || !barrier.count || !isEnough(barrier);
  });
}

std::optional<ExactAddress> Barriers::addressOf(InstanceId instance, const Instruction& call,
                                                const Effect& effect) const {
  if (effect.object.indirect || effect.object.offset) return std::nullopt;
  ValueId object = partOf(pointers_.program(), call, effect.object);
  auto address = object ? exactAddress(pointers_, instance, object) : std::nullopt;
  return address && reach_.isSingle(address->object) ? address : std::nullopt;
}

// n, n + 1, 4: through conversions.
Barriers::Count Barriers::countOf(InstanceId instance, ValueId value) const {
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(instance);
  int64_t number = 0;
  for (unsigned depth = 0; depth < 8; ++depth) {
    value = stripCopies(program, function, value);
    if (auto known = program.integer(value)) return {{}, {}, number + *known};
    InstructionId definition = value.isLocal() ? program.local(function, value.local()).definition : InstructionId();
    if (!definition) break;
    const Instruction& i = program.instructions[definition];
    if (i.opcode != Opcode::Binary || (i.binary != BinaryKind::Add && i.binary != BinaryKind::Sub)) break;
    auto added = program.integer(program.operandsOf(i)[1]);
    if (!added) break;
    number += i.binary == BinaryKind::Add ? *added : -*added;
    value = program.operandsOf(i)[0];
  }
  return {instance, value, number};
}

// How many threads an origin stands for, at most.
std::optional<Barriers::Count> Barriers::threadsOf(OriginId origin) {
  if (auto known = bounds_.runs(origin)) return Count{{}, {}, static_cast<int64_t>(*known)};
  if (origins_[origin].isRecursive || origins_[origin].isMany) return std::nullopt;
  // One fork of main's, in a loop that goes from a number to a value, entered once.
  ForkId only;
  for (uint32_t f = 0; f < origins_.forkCount(); ++f)
    if (llvm::is_contained(origins_[ForkId(f)].origins, origin)) {
      if (only) return std::nullopt;
      only = ForkId(f);
    }
  const CallSite& site = origins_[only].site;
  if (!only || origins_[only].by != Origins::main() || !reach_.runsOnce(site.instance)) return std::nullopt;
  FunctionId id = pointers_.instances()[site.instance].function;
  const NaturalLoop* around = nullptr;
  for (const NaturalLoop& loop : bounds_.loopsOf(id)) {
    if (!loop.contains(reach_.blockOf(site.instruction))) continue;
    if (around) return std::nullopt;
    around = &loop;
  }
  if (!around) return std::nullopt;
  for (const Walk& walk : bounds_.counting().rounds(id, *around, reach_.blockOf(site.instruction), /*always=*/false)) {
    if (walk.low.index || !walk.high.index || walk.isByItself || (walk.hasFirst && !walk.isTestedBefore)) continue;
    Count count = countOf(site.instance, walk.high.index);
    count.number += walk.high.add - walk.low.add;
    return count;
  }
  return std::nullopt;
}

bool Barriers::isEnough(const Barrier& barrier) {
  Count sum;
  for (OriginId origin : barrier.origins) {
    auto threads = threadsOf(origin);
    if (!threads || (threads->value && sum.value)) return false;
    if (threads->value) sum.value = threads->value, sum.instance = threads->instance;
    sum.number += threads->number;
  }
  if (sum.value != barrier.count->value || (sum.value && sum.instance != barrier.count->instance)) return false;
  return sum.number <= barrier.count->number;
}

std::optional<ExactAddress> Barriers::waitedFor(InstanceId instance, const Instruction& call,
                                                const Effect& effect) const {
  if (barriers_.empty()) return std::nullopt;
  auto address = addressOf(instance, call, effect);
  return address && barriers_.count(*address) ? address : std::nullopt;
}

bool Barriers::takesPart(const ExactAddress& barrier, OriginId origin) const {
  auto it = barriers_.find(barrier);
  return it != barriers_.end() && it->second.origins.count(origin);
}

} // namespace steward
