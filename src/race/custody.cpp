#include "race/custody.h"

#include "pointer/call_parts.h"

namespace steward {

Custody::Kind Custody::of(InstanceId instance, ValueId address, InstructionId at) {
  ValueId root = fresh_.rootOf(pointers_.functionOf(instance), address);
  if (!root.isLocal()) return Kind::None;
  Key key{instance, root, at};
  if (auto it = known_.find(key); it != known_.end()) return it->second;
  steps_ = 0;
  takes_.find();
  return known_[key] = trace(instance, address, at, 0).kind;
}

// One address of several: what holds of all. Says whether anything does.
bool Custody::meet(Trace& trace, const Trace& with) {
  trace.kind = std::min(trace.kind, with.kind);
  for (LocationId place : with.places)
    if (!llvm::is_contained(trace.places, place)) trace.places.push_back(place);
  return trace.kind != Kind::None;
}

Custody::Trace Custody::trace(InstanceId instance, ValueId address, InstructionId at, unsigned depth) {
  if (depth > maxDepth || ++steps_ > maxSteps) return {};
  ValueId root = fresh_.rootOf(pointers_.functionOf(instance), address);
  if (!root.isLocal()) return {};
  if (fresh_.isUnpublished(instance, address, at)) return {Kind::Own};
  Key key{instance, root, at};
  if (!open_.insert(key).second) return {Kind::Own};
  Trace result = traceRoot(instance, root, at, depth);
  open_.erase(key);
  return result;
}

Custody::Trace Custody::traceRoot(InstanceId instance, ValueId root, InstructionId at, unsigned depth) {
  InstructionId definition = program_.local(pointers_.functionOf(instance), root.local()).definition;
  if (!definition) return traceParameter(instance, root.local(), at, depth);
  const Instruction& i = program_.instructions[definition];
  auto operands = program_.operandsOf(i);
  switch (i.opcode) {
  case Opcode::Load:
    return traceLoad(instance, definition, at, depth);
  case Opcode::Phi:
  case Opcode::Select: {
    Trace result{Kind::Own};
    bool isAny = false;
    for (ValueId v : i.opcode == Opcode::Phi ? operands : operands.drop_front()) {
      if (v.isConstant() && program_.constants[v.constant()].kind == ConstantKind::Null) continue;
      isAny = true;
      if (!meet(result, trace(instance, v, at, depth + 1))) return {};
    }
    return isAny ? result : Trace();
  }
  case Opcode::Call:
  case Opcode::CallIndirect:
  case Opcode::CallVirtual:
    return traceCall(instance, definition, at, depth);
  default:
    return {};
  }
}

Custody::Trace Custody::traceParameter(InstanceId instance, LocalId parameter, InstructionId at, unsigned depth) {
  if (reach_.recurs(instance) || scopes_.isForked(instance)) return {};
  const auto callers = scopes_.callersOf(instance);
  Trace result{Kind::Own};
  for (auto [caller, call] : callers) {
    auto arguments = program_.argumentsOf(program_.instructions[call]);
    if (!pointers_.isPlainCall({caller, call}) || parameter.index >= arguments.size()) return {};
    if (!meet(result, trace(caller, arguments[parameter.index], call, depth + 1))) return {};
  }
  return !callers.empty() && isKept(instance, InstructionId(), at, result) ? result : Trace();
}

Custody::Trace Custody::traceLoad(InstanceId instance, InstructionId load, InstructionId at, unsigned depth) {
  const Instruction& i = program_.instructions[load];
  OwnerRule rule = code_.ruleOf(i);
  if (rule == OwnerRule::None) return {};
  // Taken from the owner, which has got something else: it is this thread's until it goes on.
  if (takes_.isReplaced(instance, load) && !fresh_.isLetOut(instance, i.result, at)) return {Kind::Own};
  ValueId address = program_.operandsOf(i)[0];
  if (rule == OwnerRule::Inside) {
    // From part to part; an iterator that lies in a variable says nothing of what it was read from.
    bool isPart = llvm::any_of(pointers_.pointsTo(instance, address), [&](LocationId l) {
      return pointers_.objects()[pointers_.objects()[l].object].kind == ObjectKind::Heap;
    });
    return isPart ? trace(instance, address, at, depth + 1) : Trace();
  }
  return traceOwner(instance, address, load, at, depth);
}

// What an instruction reads from an owner.
Custody::Trace Custody::traceOwner(InstanceId instance, ValueId address, InstructionId read, InstructionId at,
                                   unsigned depth) {
  Trace result = trace(instance, address, at, depth + 1);
  auto places = pointers_.pointsTo(instance, address);
  if (places.empty()) return {};
  const ObjectTable& objects = pointers_.objects();
  bool isPrivate = llvm::none_of(places, [&](LocationId l) { return sharing_.escapes(objects[l].object); });
  if (result.kind != Kind::Own) result.kind = isPrivate ? Kind::Own : Kind::Shared;
  meet(result, {Kind::Own, {places.begin(), places.end()}});
  return isKept(instance, read, at, result) ? result : Trace();
}

// What a function returns that was not put in the place of its call.
Custody::Trace Custody::traceCall(InstanceId instance, InstructionId call, InstructionId at, unsigned depth) {
  CallSite site{instance, call};
  auto callees = pointers_.callees(site);
  if (const Instruction& i = program_.instructions[call]; code_.ruleOfCallee(i) == OwnerRule::Owner)
    for (const CallModel* model : pointers_.modelsAt(site))
      for (const Effect& effect : model->effects)
        if (effect.kind == EffectKind::Return && effect.object.indirect)
          if (ValueId owner = argumentOf(program_, i, effect.object))
            return traceOwner(instance, owner, call, at, depth);
  if (callees.empty() || !pointers_.modelsAt(site).empty() || !pointers_.isPlainCall(site)) return {};
  auto arguments = program_.argumentsOf(program_.instructions[call]);
  Trace result{Kind::Own};
  bool isAny = false;
  for (InstanceId callee : callees) {
    if (reach_.recurs(callee)) return {};
    const Function& called = pointers_.functionOf(callee);
    for (BlockId b : program_.blocksOf(called)) {
      const Block& block = program_.blocks[b];
      InstructionId last(block.firstInstruction.index + block.instructionCount - 1);
      const Instruction& end = program_.instructions[last];
      if (end.opcode != Opcode::Return) continue;
      if (end.operandCount == 0) return {};
      ValueId returned = program_.operandsOf(end)[0];
      if (returned.isConstant() && program_.constants[returned.constant()].kind == ConstantKind::Null) continue;
      ValueId root = fresh_.rootOf(called, returned);
      if (!root.isLocal()) return {};
      isAny = true;
      if (program_.local(called, root.local()).definition) {
        if (!meet(result, trace(callee, returned, last, depth + 1))) return {};
      } else if (root.local().index >= arguments.size() ||
                 !meet(result, trace(instance, arguments[root.local().index], at, depth + 1))) {
        return {};
      }
    }
  }
  return isAny && isKept(instance, call, at, result) ? result : Trace();
}

// On a way from one instruction, or from the start of the function, to another.
bool Custody::isBetween(InstructionId from, InstructionId what, InstructionId at) {
  if (what == from || what == at) return false;
  BlockId barrier = from ? reach_.blockOf(from) : BlockId();
  bool isBehind = !from || (reach_.blockOf(what) == barrier ? from < what : scopes_.reaches(from, what, barrier));
  return isBehind && scopes_.reaches(what, at, barrier);
}

// Whether the owners still have at one instruction what they had at another.
bool Custody::isKept(InstanceId instance, InstructionId from, InstructionId at, const Trace& trace) {
  if (trace.kind == Kind::None) return false;
  if (trace.kind == Kind::Shared && (from ? takes_.mayLetGo(instance, from, at) : takes_.mayLetGo(instance, at)))
    return false;
  if (trace.places.empty()) return true;
  bool isWritten = false, isReadAgain = false;
  for (BlockId b : program_.blocksOf(pointers_.functionOf(instance)))
    for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
      const Instruction& i = program_.instructions[id];
      auto isToOwner = [&](ValueId address) {
        return llvm::any_of(pointers_.pointsTo(instance, address),
                            [&](LocationId l) { return llvm::is_contained(trace.places, l); });
      };
      switch (i.opcode) {
      case Opcode::Store:
        if (isToOwner(program_.operandsOf(i)[0])) isWritten |= isBetween(from, id, at);
        break;
      case Opcode::Load:
        if (i.immediate == 8 && isToOwner(program_.operandsOf(i)[0])) isReadAgain |= isBetween(from, id, at);
        break;
      case Opcode::MemoryCopy:
      case Opcode::MemorySet:
        if (isToOwner(program_.operandsOf(i)[0]) && isBetween(from, id, at)) return false;
        break;
      default:
        if (!isCall(i.opcode)) break;
        auto callees = pointers_.callees({instance, id});
        if (callees.empty() || !isBetween(from, id, at)) break;
        for (LocationId place : trace.places)
          if (llvm::any_of(callees, [&](InstanceId callee) { return writersOf(place).contains(callee); })) return false;
      }
    }
  if (!isWritten) return true;
  // The owner has got something else: then it is this thread's, if nobody picked it up there and it went nowhere.
  if (isReadAgain || !from) return false;
  LocalId read = program_.instructions[from].result;
  return read && !fresh_.isLetOut(instance, read, at);
}

const llvm::DenseSet<InstanceId>& Custody::writersOf(LocationId place) {
  auto [it, isNew] = writers_.try_emplace(place);
  if (!isNew) return it->second;
  std::vector<InstanceId> work;
  auto add = [&](InstanceId instance) {
    if (it->second.insert(instance).second) work.push_back(instance);
  };
  writes_.allTo(place, 8, [&](const Write& write) {
    add(write.instance);
    return true;
  });
  while (!work.empty()) {
    InstanceId instance = work.back();
    work.pop_back();
    for (auto [caller, call] : scopes_.callersOf(instance)) add(caller);
  }
  return it->second;
}

} // namespace steward
