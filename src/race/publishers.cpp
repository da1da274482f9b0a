#include "race/publishers.h"

#include "pointer/call_parts.h"

namespace steward {

void Publishers::publishedAt(InstanceId instance, InstructionId at, Published& into) const {
  const ObjectTable& objects = pointers_.objects();
  const Instruction& i = program_.instructions[at];
  auto operands = program_.operandsOf(i);
  auto isShared = [&](ValueId address) {
    return llvm::any_of(pointers_.pointsTo(instance, address),
                        [&](LocationId l) { return sharing_.escapes(objects[l].object); });
  };
  auto add = [&](llvm::ArrayRef<LocationId> locations) {
    if (locations.empty() || !into.sets.insert(locations.data()).second) return;
    for (LocationId l : locations) into.objects.insert(objects.whole(objects[l].object));
  };
  // What lies in the memory that an address leads to.
  auto addContent = [&](ValueId address) {
    for (LocationId l : pointers_.pointsTo(instance, address))
      if (into.searched.insert(objects[l].object).second)
        for (LocationId field : objects.locationsOf(objects[l].object)) add(pointers_.contentOf(field));
  };
  switch (i.opcode) {
  case Opcode::Store:
  case Opcode::AtomicStore:
  case Opcode::AtomicUpdate:
    if (isShared(operands[0])) add(pointers_.pointsTo(instance, operands[1]));
    break;
  case Opcode::CompareExchange:
    if (isShared(operands[0])) add(pointers_.pointsTo(instance, operands[2]));
    break;
  case Opcode::MemoryCopy:
    if (isShared(operands[0])) addContent(operands[1]);
    break;
  default:
    if (!isCall(i.opcode)) break;
    for (const CallModel* model : pointers_.modelsAt({instance, at})) {
      bool isHandedOn = llvm::any_of(model->effects, [&](const Effect& effect) {
        switch (effect.kind) {
        case EffectKind::Read:
        case EffectKind::Write:
        case EffectKind::Allocate:
        case EffectKind::Free:
        case EffectKind::Acquire:
        case EffectKind::Release:
        case EffectKind::LockInit:
        case EffectKind::LockDestroy:
        case EffectKind::ConditionWait:
        case EffectKind::ConditionSignal:
        case EffectKind::ConditionBroadcast:
        case EffectKind::SemaphoreInit:
        case EffectKind::SemaphoreWait:
        case EffectKind::SemaphorePost:
        case EffectKind::BarrierInit:
        case EffectKind::BarrierWait:
        case EffectKind::Return:
        case EffectKind::None:
        case EffectKind::Clear:
        case EffectKind::Dispose:
          return false;
        case EffectKind::Store:
        case EffectKind::Copy:
          if (ValueId to = argumentOf(program_, i, effect.to)) return isShared(to);
          return true;
        default:
          return true;
        }
      });
      if (!isHandedOn) continue;
      for (ValueId argument : program_.argumentsOf(i)) {
        add(pointers_.pointsTo(instance, argument));
        addContent(argument);
      }
    }
  }
}

void Publishers::find() {
  if (std::exchange(isFound_, true)) return;
  std::vector<InstanceId> some; // that publish something
  for (uint32_t n = 0; n < pointers_.instances().size(); ++n) {
    Published published;
    for (BlockId b : program_.blocksOf(pointers_.functionOf(InstanceId(n))))
      for (InstructionId id : program_.instructionsOf(program_.blocks[b])) publishedAt(InstanceId(n), id, published);
    for (ObjectId object : published.objects) direct_[object].push_back(InstanceId(n));
    if (!published.objects.empty()) some.push_back(InstanceId(n));
  }
  addCallers(std::move(some), ofAnything_);
}

void Publishers::addCallers(std::vector<InstanceId> work, llvm::DenseSet<InstanceId>& all) {
  all.insert(work.begin(), work.end());
  while (!work.empty()) {
    InstanceId callee = work.back();
    work.pop_back();
    for (auto [caller, call] : scopes_.callersOf(callee))
      if (all.insert(caller).second) work.push_back(caller);
  }
}

bool Publishers::mayPublish(InstanceId instance, ObjectId object) {
  find();
  auto [it, isNew] = all_.try_emplace(object);
  if (isNew) addCallers(direct_.lookup(object), it->second);
  return it->second.contains(instance);
}

bool Publishers::mayPublishAt(InstanceId instance, InstructionId at, ObjectId object) {
  Published published;
  publishedAt(instance, at, published);
  return published.objects.contains(object);
}

bool Publishers::mayPublishAnythingAt(InstanceId instance, InstructionId at) {
  find();
  Published published;
  publishedAt(instance, at, published);
  return !published.objects.empty() ||
         llvm::any_of(pointers_.callees({instance, at}), [&](InstanceId c) { return ofAnything_.contains(c); });
}

} // namespace steward
