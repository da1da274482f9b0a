#include "order/permits.h"

#include "order/initial.h"
#include "order/observed.h"
#include "pointer/call_parts.h"

#include <algorithm>
#include <set>

namespace steward {

Permits::Permits(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins)
    : pointers_(pointers), reach_(reach), origins_(origins) {
  collect();
  findDefined();
  if (!semaphores_.empty()) findGroups();
}

std::optional<ExactAddress> Permits::addressOf(InstanceId instance, const Instruction& call,
                                               const Effect& effect) const {
  std::optional<ExactAddress> address;
  if (effect.object.indirect)
    address = exactContent(pointers_, instance, argumentOf(pointers_.program(), call, effect.object));
  else if (ValueId value = partOf(pointers_.program(), call, effect.object))
    address = exactAddress(pointers_, instance, value);
  if (address && !reach_.isSingle(address->object)) address = std::nullopt;
  return address;
}

void Permits::collect() {
  const Program& program = pointers_.program();
  std::set<InstanceId> seen;
  for (uint32_t o = 0; o < origins_.size(); ++o)
    for (InstanceId instance : origins_.instancesOf(OriginId(o))) {
      if (!seen.insert(instance).second) continue;
      for (BlockId b : program.blocksOf(pointers_.functionOf(instance)))
        for (InstructionId i : program.instructionsOf(program.blocks[b])) {
          const Instruction& call = program.instructions[i];
          if (!isCall(call.opcode)) continue;
          for (const CallModel* model : pointers_.modelsAt({instance, i}))
            for (const Effect& effect : model->effects) {
              bool lowers = effect.kind == EffectKind::SemaphoreWait, raises = effect.kind == EffectKind::SemaphorePost;
              bool makes = effect.kind == EffectKind::SemaphoreInit;
              if (!lowers && !raises && !makes) continue;
              auto address = addressOf(instance, call, effect);
              if (!address) continue;
              if (lowers) uses_[instance].first.push_back(*address);
              if (raises) uses_[instance].second.push_back(*address);
              if (!makes) continue;
              Semaphore& made = semaphores_[*address];
              ValueId size = partOf(program, call, effect.size);
              auto values = size ? possibleNumbers(program, pointers_.functionOf(instance), size) : std::nullopt;
              made.inits.push_back(
                  {instance, values && values->size() == 1 ? std::optional((*values)[0]) : std::nullopt});
              made.isOnce &= reach_.runsOnce(instance) && !reach_.isInLoop(b) && made.inits.size() == 1;
              made.group = *address;
            }
        }
    }
}

ExactAddress Permits::find(ExactAddress address) const {
  for (;;) {
    auto it = semaphores_.find(address);
    if (it == semaphores_.end() || it->second.group == address) return address;
    address = it->second.group;
  }
}

// A global variable of C++ may be made by its definition alone.
void Permits::findDefined() {
  for (const auto& [instance, use] : uses_)
    for (const auto* list : {&use.first, &use.second})
      for (const ExactAddress& address : *list) {
        if (semaphores_.count(address)) continue;
        InitialValue value = initialValue(pointers_, address, semaphoreBytes);
        if (value.kind != InitialKind::Number) continue;
        semaphores_[address] = {{{pointers_.entry(), value.number}}, true, address};
      }
}

void Permits::findGroups() {
  for (const auto& [instance, use] : uses_) {
    const auto& [lowered, raised] = use;
    for (const ExactAddress& r : raised) {
      if (llvm::is_contained(lowered, r) || !semaphores_.count(r)) continue;
      // The permit for this one came from another one that is not given back here.
      std::optional<ExactAddress> from;
      bool isClear = true;
      for (const ExactAddress& l : lowered) {
        if (llvm::is_contained(raised, l) || !semaphores_.count(l)) continue;
        isClear &= !from || *from == l;
        from = l;
      }
      if (!from || !isClear) continue;
      ExactAddress a = find(*from), b = find(r);
      semaphores_[std::max(a, b)].group = std::min(a, b);
    }
  }
  struct Sum {
    int64_t value = 0;
    bool isKnown = true;
    std::set<InstanceId> madeBy;
  };
  std::map<ExactAddress, Sum> sums;
  for (const auto& [address, semaphore] : semaphores_) {
    Sum& sum = sums[find(address)];
    sum.isKnown &= semaphore.isOnce && semaphore.inits.size() == 1 && semaphore.inits[0].second;
    if (!sum.isKnown) continue;
    sum.value += *semaphore.inits[0].second;
    sum.madeBy.insert(semaphore.inits[0].first);
  }
  for (const auto& [group, sum] : sums)
    if (sum.isKnown && (sum.value == 1 || (sum.value == 0 && sum.madeBy.size() == 1))) groups_[group] = sum.value == 0;
}

std::optional<ExactAddress> Permits::groupOf(InstanceId instance, const Instruction& call, const Effect& effect) const {
  if (groups_.empty()) return std::nullopt;
  auto address = addressOf(instance, call, effect);
  if (!address || !semaphores_.count(*address)) return std::nullopt;
  ExactAddress group = find(*address);
  return groups_.count(group) ? std::optional(group) : std::nullopt;
}

bool Permits::startsTaken(const ExactAddress& group) const {
  auto it = groups_.find(group);
  return it != groups_.end() && it->second;
}

std::vector<ExactAddress> Permits::mayRaise(InstanceId instance, const Instruction& call, const Effect& effect) const {
  std::vector<ExactAddress> result;
  if (groups_.empty() || addressOf(instance, call, effect)) return result;
  ValueId value = argumentOf(pointers_.program(), call, effect.object);
  for (const auto& [address, semaphore] : semaphores_) {
    ExactAddress group = find(address);
    if (!groups_.count(group)) continue;
    if (effect.object.indirect || effect.object.offset || !value || mayBe(pointers_, instance, value, address))
      result.push_back(group);
  }
  return result;
}

} // namespace steward
