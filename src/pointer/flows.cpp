#include "pointer/flows.h"

#include "pointer/call_parts.h"

namespace steward {

// Only a pointer-sized or larger value can hold a pointer.
static constexpr int64_t pointerBytes = 8;

Flows::Flows(const PointerAnalysis& pointers) : pointers_(pointers), program_(pointers.program()) {
  callers_.resize(pointers.instances().size());
  opaque_.resize(pointers.objects().objectCount());
  for (uint32_t n = 0; n < pointers.instances().size(); ++n)
    for (BlockId b : program_.blocksOf(pointers.functionOf(InstanceId(n))))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
        findWriters({InstanceId(n), i});
        if (isCall(program_.instructions[i].opcode)) findCallers({InstanceId(n), i});
      }
  // The process calls these itself.
  callers_[pointers.entry().index].push_back({Caller::Other, {}});
  for (const ExitTarget& target : pointers.exitHandlers()) callers_[target.entry.index].push_back({Caller::Other, {}});
}

// Whether all that the call reaches gets the call's own arguments.
bool Flows::isPlain(CallSite site) const {
  for (const CallModel* model : pointers_.modelsAt(site)) {
    if (model->body != BodyRule::Kept) return false;
    for (EffectKind kind :
         {EffectKind::CallBack, EffectKind::Once, EffectKind::Dispatch, EffectKind::Register, EffectKind::KeySet})
      if (model->has(kind)) return false;
  }
  const Instruction& call = program_.instructions[site.instruction];
  if (call.opcode == Opcode::Call) return !program_.functions[program_.calleeOf(call)].isDeclaration();
  if (call.opcode != Opcode::CallIndirect) return false;
  const ObjectTable& objects = pointers_.objects();
  return llvm::none_of(pointers_.pointsTo(site.instance, program_.operandsOf(call)[0]), [&](LocationId place) {
    const Object& object = objects[objects[place].object];
    return object.kind == ObjectKind::Function && program_.functions[FunctionId(object.site)].isDeclaration();
  });
}

void Flows::findCallers(CallSite site) {
  auto callees = pointers_.callees(site);
  auto handlers = pointers_.handlers(site);
  bool callsBack = llvm::any_of(pointers_.modelsAt(site), [](const CallModel* model) {
    return model->has(EffectKind::CallBack) || model->has(EffectKind::Once) || model->has(EffectKind::KeySet);
  });
  Caller::Kind kind = callees.empty() || isPlain(site) ? Caller::Plain : Caller::Other;
  for (InstanceId callee : callees) {
    bool isHandler = llvm::any_of(handlers, [&](const HandlerTarget& h) { return h.entry == callee; });
    if (!isHandler || callsBack) callers_[callee.index].push_back({kind, site});
  }
  for (const HandlerTarget& h : handlers)
    callers_[h.entry.index].push_back({Caller::Handed, site, h.effect, h.registered});
  for (const ForkTarget& fork : pointers_.forks(site))
    callers_[fork.entry.index].push_back({Caller::Fork, site, fork.effect});
}

llvm::ArrayRef<ValueId> Flows::resultsOf(FunctionId function) {
  auto [it, isNew] = results_.try_emplace(function);
  if (isNew)
    for (BlockId b : program_.blocksOf(program_.functions[function]))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
        const Instruction& end = program_.instructions[i];
        if (end.opcode == Opcode::Return && end.operandCount > 0) it->second.push_back(program_.operandsOf(end)[0]);
      }
  return it->second;
}

void Flows::findWriters(CallSite at) {
  const Instruction& i = program_.instructions[at.instruction];
  auto operands = program_.operandsOf(i);
  switch (i.opcode) {
  case Opcode::Store:
  case Opcode::AtomicStore:
  case Opcode::AtomicUpdate:
  case Opcode::CompareExchange: {
    ValueId value = operands[i.opcode == Opcode::CompareExchange ? 2 : 1];
    if (i.immediate >= pointerBytes && !pointers_.pointsTo(at.instance, value).empty())
      writers_.push_back({Writer::Value, at, operands[0], value, i.immediate > pointerBytes});
    return;
  }
  case Opcode::MemoryCopy:
    writers_.push_back({Writer::Memory, at, operands[0], operands[1], true});
    return;
  default:
    if (isCall(i.opcode))
      for (const CallModel* model : pointers_.modelsAt(at))
        for (const Effect& effect : model->effects) findWriters(at, effect);
  }
}

void Flows::findWriters(CallSite at, const Effect& effect) {
  const Instruction& call = program_.instructions[at.instruction];
  auto valueOf = [&](CallPart part) {
    return part.kind == CallPart::Argument && !part.indirect ? argumentOf(program_, call, part) : ValueId();
  };
  switch (effect.kind) {
  case EffectKind::Store:
  case EffectKind::Copy: {
    if (effect.kind == EffectKind::Copy && !effect.size && !effect.bytes) return; // text
    ValueId to = valueOf(effect.to), from = valueOf(effect.from);
    if (to && from)
      writers_.push_back({effect.kind == EffectKind::Copy ? Writer::Memory : Writer::Value, at, to, from, true});
    else
      addOpaque(at, effect.to);
    return;
  }
  case EffectKind::Reallocate:
    if (!call.result) return;
    if (ValueId old = valueOf(effect.object))
      writers_.push_back({Writer::Memory, at, ValueId::local(call.result), old, true});
    else
      addOpaque(at, {CallPart::Result});
    return;
  case EffectKind::Allocate:
    if (effect.to.kind != CallPart::Argument) return;
    if (ValueId to = valueOf(effect.to))
      writers_.push_back({Writer::Fresh, at, to, {}, true});
    else
      addOpaque(at, effect.to);
    return;
  case EffectKind::Join:
    return addOpaque(at, effect.to);
  default:
    return; // handles of threads, which nobody looks for here, and what libraries keep beside the program's memory
  }
}

void Flows::addOpaque(CallSite site, CallPart to) {
  ValueId value = to ? argumentOf(program_, program_.instructions[site.instruction], to) : ValueId();
  if (!value) return;
  const ObjectTable& objects = pointers_.objects();
  for (LocationId place : pointers_.pointsTo(site.instance, value)) {
    ObjectId object = objects.whole(objects[place].object);
    if (!to.indirect) {
      opaque_.set(object.index);
      continue;
    }
    for (LocationId inside : placesOf(object))
      for (LocationId target : pointers_.contentOf(inside)) opaque_.set(objects.whole(objects[target].object).index);
  }
}

llvm::ArrayRef<LocationId> Flows::placesOf(ObjectId object) {
  auto [it, isNew] = places_.try_emplace(object);
  if (isNew) {
    const ObjectTable& objects = pointers_.objects();
    it->second = objects.locationsOf(object).vec();
    for (ObjectId view : objects.viewsOf(object)) llvm::append_range(it->second, objects.locationsOf(view));
    llvm::sort(it->second);
  }
  return it->second;
}

bool Flows::isAmong(ObjectId object, llvm::ArrayRef<LocationId> sorted) {
  if (sorted.empty()) return false;
  const ObjectTable& objects = pointers_.objects();
  if (sorted.size() <= 8)
    return llvm::any_of(sorted, [&](LocationId place) { return objects.whole(objects[place].object) == object; });
  return llvm::any_of(placesOf(object), [&](LocationId place) { return llvm::binary_search(sorted, place); });
}

llvm::ArrayRef<uint32_t> Flows::writersTo(ObjectId object) {
  if (!std::exchange(isIndexed_, true)) indexWriters();
  auto [it, isNew] = writersTo_.try_emplace(object);
  if (isNew) {
    if (auto narrow = narrowWriters_.find(object); narrow != narrowWriters_.end()) it->second = narrow->second;
    for (uint32_t n : wideWriters_)
      if (mayPointTo(writers_[n].at.instance, writers_[n].to, object)) it->second.push_back(n);
    llvm::sort(it->second);
  }
  return it->second;
}

// Most write to few objects, and each object would ask them all.
void Flows::indexWriters() {
  constexpr size_t few = 8;
  const ObjectTable& objects = pointers_.objects();
  for (uint32_t n = 0; n < writers_.size(); ++n) {
    auto places = pointers_.pointsTo(writers_[n].at.instance, writers_[n].to);
    if (places.size() > few) {
      wideWriters_.push_back(n);
      continue;
    }
    for (LocationId place : places) {
      auto& known = narrowWriters_[objects.whole(objects[place].object)];
      if (known.empty() || known.back() != n) known.push_back(n);
    }
  }
}

llvm::SmallVector<ObjectId, 4> Flows::holdersOf(ObjectId object, InstanceId instance, ValueId address, bool isWide) {
  const ObjectTable& objects = pointers_.objects();
  llvm::SmallVector<ObjectId, 4> holders;
  for (LocationId place : pointers_.pointsTo(instance, address)) {
    ObjectId holder = objects.whole(objects[place].object);
    if (llvm::is_contained(holders, holder)) continue;
    bool isAnywhere = isWide || objects[place].isAny();
    auto holds = [&](LocationId at) { return isAmong(object, pointers_.contentOf(at)); };
    if (isAnywhere ? llvm::any_of(placesOf(holder), holds) : holds(place)) holders.push_back(holder);
  }
  return holders;
}

bool Flows::mayMeetAt(ObjectId object, const Writer& writer, InstanceId instance, ValueId address, bool isWide) const {
  if (isWide || writer.isWide) return true;
  const ObjectTable& objects = pointers_.objects();
  auto isOf = [&](LocationId place) { return objects.whole(objects[place].object) == object; };
  for (LocationId to : pointers_.pointsTo(writer.at.instance, writer.to)) {
    if (!isOf(to)) continue;
    for (LocationId from : pointers_.pointsTo(instance, address))
      if (isOf(from) &&
          (to == from || objects[to].isAny() || objects[from].isAny() || objects[to].object != objects[from].object))
        return true;
  }
  return false;
}

} // namespace steward
