#include "race/takes.h"

#include "order/loops.h"

namespace steward {

void Takes::find() {
  if (std::exchange(isFound_, true)) return;
  for (uint32_t n = 0; n < pointers_.instances().size(); ++n) findIn(InstanceId(n));
  dropReplaced();
}

// A place that only ever gets other objects, like the end of a list that something is put behind, is one to look at,
// not one to take from.
void Takes::dropReplaced() {
  replaced_ = std::exchange(takes_, {});
  cells_.clear();
  for (const At& at : replaced_) {
    auto places = pointers_.pointsTo(at.first, program_.operandsOf(program_.instructions[at.second])[0]);
    if (llvm::none_of(places, [&](LocationId l) { return emptied_.contains(l); })) continue;
    takes_.insert(at);
    cells_.insert(places.begin(), places.end());
  }
  for (const At& at : nexts_) {
    auto places = pointers_.pointsTo(at.first, program_.operandsOf(program_.instructions[at.second])[0]);
    cells_.insert(places.begin(), places.end());
  }
}

ValueId Takes::strip(const Function& function, ValueId value) const { return stripCopies(program_, function, value); }

// Whether a value is a local, or the same address by another name.
bool Takes::isOneOf(const Function& function, ValueId value, LocalId root) const {
  value = strip(function, value);
  for (unsigned depth = 0; depth < 8 && value.isLocal(); ++depth) {
    if (value.local() == root) return true;
    InstructionId definition = program_.local(function, value.local()).definition;
    if (!definition || program_.instructions[definition].opcode != Opcode::Phi) return false;
    // Chosen before the local is there: what it was the last time round.
    InstructionId made = program_.local(function, root).definition;
    if (made && scopes_.comesBefore(program_.blocks[function.firstBlock].function, definition, made)) return false;
    ValueId only;
    for (ValueId v : program_.operandsOf(program_.instructions[definition])) {
      if (v.isConstant()) continue;
      if (only && only != v) return false;
      only = v;
    }
    value = only ? strip(function, only) : ValueId();
  }
  return false;
}

void Takes::shape(const Function& function, ValueId value, Shape& into, unsigned depth) const {
  int64_t offset = 0;
  for (unsigned steps = 0; steps < 32; ++steps) {
    InstructionId definition = value.isLocal() ? program_.local(function, value.local()).definition : InstructionId();
    const Instruction* i = definition ? &program_.instructions[definition] : nullptr;
    if (i && i->opcode == Opcode::Copy) {
      value = program_.operandsOf(*i)[0];
    } else if (i && i->opcode == Opcode::Field) {
      offset += i->immediate;
      value = program_.operandsOf(*i)[0];
    } else if (i && i->opcode == Opcode::Index && program_.integer(program_.operandsOf(*i)[1])) {
      offset += i->immediate * *program_.integer(program_.operandsOf(*i)[1]);
      value = program_.operandsOf(*i)[0];
    } else {
      break;
    }
  }
  InstructionId definition = value.isLocal() ? program_.local(function, value.local()).definition : InstructionId();
  const Instruction* i = definition ? &program_.instructions[definition] : nullptr;
  auto start = [&](int64_t what) { into.key.insert(into.key.end(), {offset, what}); };
  if (i && depth < 6 && i->opcode == Opcode::Load) {
    ValueId address = program_.operandsOf(*i)[0];
    start(-1);
    Shape of;
    shape(function, address, of, depth + 1);
    into.key.insert(into.key.end(), of.key.begin(), of.key.end());
    into.read.push_back({of.key, address});
    into.read.insert(into.read.end(), of.read.begin(), of.read.end());
  } else if (i && depth < 6 && (i->opcode == Opcode::Index || i->opcode == Opcode::Binary)) {
    start(i->opcode == Opcode::Index ? -2 - i->immediate * 64 : -3 - static_cast<int64_t>(i->binary) * 64);
    for (ValueId operand : program_.operandsOf(*i)) shape(function, operand, into, depth + 1);
  } else if (value.isConstant() && program_.integer(value)) {
    start(-4);
    into.key.push_back(*program_.integer(value));
  } else {
    start(value.bits());
  }
}

// Whether the instruction may let somebody else at what a lock guards.
bool Takes::lets(InstanceId instance, InstructionId id) const {
  const Instruction& i = program_.instructions[id];
  // A lock made of atomics is let go by storing.
  if (i.opcode == Opcode::AtomicStore || i.opcode == Opcode::AtomicUpdate) return steward::releases(i.order);
  if (!isCall(i.opcode)) return false;
  CallSite site{instance, id};
  for (const CallModel* model : pointers_.modelsAt(site))
    for (const Effect& effect : model->effects) switch (effect.kind) {
      case EffectKind::Release:
      case EffectKind::ConditionWait:
      case EffectKind::SemaphorePost:
      case EffectKind::SemaphoreWait:
      case EffectKind::LatchArrive:
      case EffectKind::LatchWait:
      case EffectKind::BarrierWait:
      case EffectKind::Join:
      case EffectKind::Await:
      case EffectKind::AwaitValue:
      case EffectKind::ThreadExit:
      case EffectKind::CallBack:
      case EffectKind::Dispatch:
      case EffectKind::Once:
        return true;
      default:
        break;
      }
  return llvm::any_of(pointers_.callees(site), [&](InstanceId callee) { return !order_.isTransparent(callee); });
}

void Takes::findIn(InstanceId instance) {
  const Function& function = pointers_.functionOf(instance);
  const ObjectTable& objects = pointers_.objects();
  for (BlockId b : program_.blocksOf(function))
    for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
      const Instruction& i = program_.instructions[id];
      bool isExchange = i.opcode == Opcode::AtomicUpdate && i.binary == BinaryKind::Exchange;
      if ((i.opcode != Opcode::Load && !isExchange) || !i.result || i.immediate != 8) continue;
      if (pointers_.pointsTo(instance, ValueId::local(i.result)).empty()) continue;
      ValueId address = program_.operandsOf(i)[0];
      auto places = pointers_.pointsTo(instance, address);
      // What only one thread ever uses is no container to take things from.
      if (llvm::none_of(places, [&](LocationId l) { return sharing_.escapes(objects[l].object); })) continue;
      if (isExchange) emptied_.insert(places.begin(), places.end());
      if (isExchange || isRemoved(instance, id, address)) takes_.insert({instance, id});
    }
}

bool Takes::isRemoved(InstanceId instance, InstructionId read, ValueId address) {
  const Function& function = pointers_.functionOf(instance);
  LocalId taken = program_.instructions[read].result;
  Shape at;
  shape(function, address, at);
  std::vector<InstructionId> copies, nexts;
  LocationId mover;
  bool isMoved = false, isEmptied = false;

  // What the place depends on is given another value; it must be one for all who take from there.
  auto movesOn = [&](const Instruction& store, const Shape& to) {
    auto it = llvm::find_if(at.read, [&](const auto& variable) { return variable.first == to.key; });
    if (it == at.read.end()) return false;
    Shape stored;
    shape(function, program_.operandsOf(store)[1], stored);
    Key same{0, -1};
    same.insert(same.end(), to.key.begin(), to.key.end());
    // What is read is what comes next, or nothing changes.
    if (stored.key == same || isOneOf(function, program_.operandsOf(store)[1], taken)) return false;
    auto places = pointers_.pointsTo(instance, it->second);
    if (places.size() != 1 || (mover && mover != places[0])) return false;
    if (!reach_.isSingle(pointers_.objects()[places[0]].object)) {
      // One in each container, and the place is in the same one: found from the same value.
      FunctionId id = pointers_.instances()[instance].function;
      auto root = order_.rootOf(id, it->second), cell = order_.rootOf(id, address);
      auto element = cell ? order_.elementOf(id, cell->root) : std::nullopt;
      if (!root || !element) return false;
      ValueId start = element->start;
      if (start != root->root) {
        InstructionId definition =
            start.isLocal() ? program_.local(function, start.local()).definition : InstructionId();
        if (!definition || program_.instructions[definition].opcode != Opcode::Load) return false;
        auto base = order_.rootOf(id, program_.operandsOf(program_.instructions[definition])[0]);
        if (!base || base->root != root->root) return false;
      }
    }
    mover = places[0];
    isMoved = true;
    return true;
  };
  auto isNull = [&](ValueId v) {
    return v.isConstant() && program_.constants[v.constant()].kind == ConstantKind::Null;
  };
  enum class Found : uint8_t { Nothing, Removed, Failed };
  auto look = [&](InstructionId id) {
    const Instruction& i = program_.instructions[id];
    if (lets(instance, id)) return Found::Failed;
    if (i.opcode != Opcode::Store) return Found::Nothing;
    auto operands = program_.operandsOf(i);
    Shape to;
    shape(function, operands[0], to);
    if (to.key == at.key) {
      if (isOneOf(function, operands[1], taken)) return Found::Failed;
      // Further on in the same object: nothing is removed.
      Shape stored;
      shape(function, operands[1], stored);
      if (stored.key.size() == at.key.size() + 2 && stored.key[1] == -1 &&
          std::equal(at.key.begin(), at.key.end(), stored.key.begin() + 2))
        return Found::Failed;
      // The next one, read from the object that is taken?
      ValueId value = strip(function, operands[1]);
      InstructionId definition = value.isLocal() ? program_.local(function, value.local()).definition : InstructionId();
      isEmptied |= isNull(value);
      if (definition && program_.instructions[definition].opcode == Opcode::Load) {
        ValueId from = program_.operandsOf(program_.instructions[definition])[0];
        auto root = order_.rootOf(pointers_.instances()[instance].function, from);
        if (root && isOneOf(function, root->root, taken)) {
          copies.push_back(id);
          nexts.push_back(definition);
        }
      }
      return Found::Removed;
    }
    return movesOn(i, to) ? Found::Removed : Found::Nothing;
  };

  // `stack[--n]`: moved before it is read, in one go.
  BlockId block = reach_.blockOf(read);
  for (uint32_t k = read.index; k-- > program_.blocks[block].firstInstruction.index;) {
    InstructionId id(k);
    if (lets(instance, id)) break;
    const Instruction& i = program_.instructions[id];
    if (i.opcode != Opcode::Store) continue;
    Shape to;
    shape(function, program_.operandsOf(i)[0], to);
    if (to.key != at.key && movesOn(i, to)) break;
  }
  bool isRemovedBefore = isMoved;

  // The successor that is taken when what was read is null: then there is nothing to be removed.
  auto nullSuccessor = [&](const Block& of) -> BlockId {
    const Instruction& end = program_.instructions[InstructionId(of.firstInstruction.index + of.instructionCount - 1)];
    if (end.opcode != Opcode::Branch) return {};
    ValueId condition = strip(function, program_.operandsOf(end)[0]);
    InstructionId definition =
        condition.isLocal() ? program_.local(function, condition.local()).definition : InstructionId();
    if (!definition || program_.instructions[definition].opcode != Opcode::Compare) return {};
    const Instruction& compare = program_.instructions[definition];
    auto operands = program_.operandsOf(compare);
    bool isOfTaken = (isOneOf(function, operands[0], taken) && isNull(operands[1])) ||
                     (isOneOf(function, operands[1], taken) && isNull(operands[0]));
    if (!isOfTaken) return {};
    auto successors = program_.successorsOf(of);
    if (compare.compare == CompareKind::Equal) return successors[0];
    return compare.compare == CompareKind::NotEqual ? successors[1] : BlockId();
  };

  bool isRemoved = isRemovedBefore;
  if (!isRemoved) {
    constexpr size_t maxBlocks = 64;
    const Dominators& dominators = scopes_.dominators(pointers_.instances()[instance].function);
    if (!dominators.reachable(block)) return false;
    llvm::DenseSet<BlockId> seen;
    std::vector<std::pair<BlockId, uint32_t>> work{{block, read.index + 1}};
    isRemoved = true;
    while (!work.empty() && isRemoved) {
      auto [b, from] = work.back();
      work.pop_back();
      const Block& current = program_.blocks[b];
      Found found = Found::Nothing;
      uint32_t end = current.firstInstruction.index + current.instructionCount;
      for (uint32_t k = from; k < end && found == Found::Nothing; ++k) found = look(InstructionId(k));
      if (found == Found::Removed) continue;
      auto successors = program_.successorsOf(current);
      Opcode last = program_.instructions[InstructionId(end - 1)].opcode;
      if (found == Found::Failed || (successors.empty() && last != Opcode::Unreachable)) {
        isRemoved = false;
        break;
      }
      BlockId whenNull = nullSuccessor(current);
      for (BlockId next : successors) {
        if (next == whenNull) continue;
        // Round a loop, where what the place is found by may be another, without having been removed.
        if (dominators.dominates(next, block) || seen.size() > maxBlocks) isRemoved = false;
        if (seen.insert(next).second) work.push_back({next, program_.blocks[next].firstInstruction.index});
      }
    }
  }
  if (!isRemoved) return false;
  for (LocationId place : pointers_.pointsTo(instance, address)) {
    if (isMoved) moved_.insert(place);
    if (isMoved || isEmptied || !copies.empty()) emptied_.insert(place);
    // Either all empty the place, or all move one and the same thing on.
    LocationId by = isMoved ? mover : place;
    auto [it, isNew] = movers_.try_emplace(place, by);
    if (!isNew && it->second != by) ambiguous_.insert(place);
  }
  for (InstructionId id : copies) moves_.insert({instance, id});
  for (InstructionId id : nexts) nexts_.insert({instance, id});
  if (!copies.empty()) copying_.insert({instance, read});
  return true;
}

bool Takes::isPut(InstanceId instance, ValueId address) const {
  return llvm::any_of(pointers_.pointsTo(instance, address), [&](LocationId place) {
    // What lies anywhere in an object may lie at the place.
    if (isTakenFrom(place)) return true;
    const Location& at = pointers_.objects()[place];
    if (!at.isAny()) return false;
    return llvm::any_of(pointers_.objects().locationsOf(at.object), [&](LocationId l) { return isTakenFrom(l); });
  });
}

llvm::ArrayRef<InstructionId> Takes::releases(InstanceId instance) {
  auto [it, isNew] = releases_.try_emplace(instance);
  if (isNew)
    for (BlockId b : program_.blocksOf(pointers_.functionOf(instance)))
      for (InstructionId id : program_.instructionsOf(program_.blocks[b]))
        if (lets(instance, id)) it->second.push_back(id);
  return it->second;
}

bool Takes::mayLetGo(InstanceId instance, InstructionId from, InstructionId to) {
  BlockId barrier = reach_.blockOf(from);
  return llvm::any_of(releases(instance), [&](InstructionId release) {
    if (release == to || release == from) return false;
    bool isBehind = reach_.blockOf(release) == barrier ? from < release : scopes_.reaches(from, release, barrier);
    return isBehind && scopes_.reaches(release, to, barrier);
  });
}

bool Takes::mayLetGo(InstanceId instance, InstructionId to) {
  return llvm::any_of(releases(instance),
                      [&](InstructionId release) { return release != to && scopes_.reaches(release, to, BlockId()); });
}

} // namespace steward
