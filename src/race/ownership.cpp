#include "race/ownership.h"

#include "race/points_into.h"

#include "llvm/ADT/DenseSet.h"

namespace steward {

Ownership::Hold Ownership::holdOf(InstanceId instance, ValueId address, InstructionId at, ObjectId object) {
  findPlaces();
  object = pointers_.objects().whole(object);
  // Most objects are handed over by nobody, or not as they should be.
  if (!places_.contains(object) || !isHandedOver(object)) return Hold::Nothing;
  if (alone_.isUnpublished(instance, address, at)) return Hold::Alone;
  return isFound(instance, address, at, object, 0) ? Hold::Found : Hold::Nothing;
}

// Found, or had alone: what a function is handed may be the one here and the other there.
bool Ownership::isFound(InstanceId instance, ValueId address, InstructionId at, ObjectId object, unsigned depth) {
  if (depth > maxDepth) return false;
  if (!mayPointInto(pointers_, instance, address, object)) return true;
  ValueId root = alone_.rootOf(pointers_.functionOf(instance), address);
  if (!root.isLocal()) return false;
  return found_.ask({instance, root, at, object}, [&] { return isFoundAt(instance, root, at, object, depth); });
}

bool Ownership::isFoundAt(InstanceId instance, ValueId root, InstructionId at, ObjectId object, unsigned depth) {
  const Function& function = pointers_.functionOf(instance);
  auto isHeld = [&](InstanceId in, ValueId value, InstructionId where) {
    return alone_.isUnpublished(in, value, where) || isFound(in, value, where, object, depth + 1);
  };
  auto isNull = [&](ValueId v) {
    return v.isConstant() && program_.constants[v.constant()].kind == ConstantKind::Null;
  };
  InstructionId definition = program_.local(function, root.local()).definition;
  if (!definition) {
    if (takes_.mayLetGo(instance, at) || scopes_.isForked(instance) || reach_.recurs(instance)) return false;
    const auto callers = scopes_.callersOf(instance);
    return !callers.empty() && llvm::all_of(callers, [&](const auto& caller) {
      auto arguments = program_.argumentsOf(program_.instructions[caller.second]);
      return pointers_.isPlainCall({caller.first, caller.second}) && root.local().index < arguments.size() &&
             isHeld(caller.first, arguments[root.local().index], caller.second);
    });
  }
  if (takes_.mayLetGo(instance, definition, at)) return false;
  const Instruction& i = program_.instructions[definition];
  if (i.opcode == Opcode::Load) return isVisit(instance, definition, object, depth);
  if (i.opcode == Opcode::Phi)
    return llvm::all_of(program_.operandsOf(i),
                        [&](ValueId v) { return isNull(v) || isFound(instance, v, definition, object, depth + 1); });
  if (!isCall(i.opcode)) return false;
  CallSite site{instance, definition};
  auto callees = pointers_.callees(site);
  if (callees.empty() || !pointers_.modelsAt(site).empty() || !pointers_.isPlainCall(site)) return false;
  return llvm::all_of(callees, [&](InstanceId callee) {
    if (reach_.recurs(callee)) return false;
    const Function& called = pointers_.functionOf(callee);
    for (BlockId b : program_.blocksOf(called)) {
      const Block& block = program_.blocks[b];
      InstructionId last(block.firstInstruction.index + block.instructionCount - 1);
      if (program_.instructions[last].opcode != Opcode::Return) continue;
      ValueId returned = program_.operandsOf(program_.instructions[last])[0];
      if (isNull(returned)) continue;
      // A parameter would be the caller's.
      ValueId from = alone_.rootOf(called, returned);
      if (!from.isLocal() || !program_.local(called, from.local()).definition) return false;
      if (!isFound(callee, returned, last, object, depth + 1)) return false;
    }
    return true;
  });
}

// Whether an address is read from a place in a container that only holds what is in it.
bool Ownership::isVisit(InstanceId instance, InstructionId read, ObjectId object, unsigned depth) {
  return visits_.ask({instance, read, object}, [&] { return isVisitOf(instance, read, object, depth); });
}

bool Ownership::isVisitOf(InstanceId instance, InstructionId read, ObjectId object, unsigned depth) {
  const ObjectTable& objects = pointers_.objects();
  ValueId address = program_.operandsOf(program_.instructions[read])[0];
  auto places = pointers_.pointsTo(instance, address);
  bool isInside = false;
  bool result = !places.empty() && llvm::all_of(places, [&](LocationId place) {
    isInside |= objects.whole(objects[place].object) == object;
    return takes_.isEmptied(place) && !takes_.isAmbiguous(place) && isOrdered_(place, [&](const SharedAccess& a) {
             return a.instance == instance && a.access.instruction == read;
           });
  });
  if (!result) return isEnd(instance, read, object);
  // What comes next after something that is itself in the container.
  return !isInside ||
         (!alone_.isUnpublished(instance, address, read) && isFound(instance, address, read, object, depth + 1));
}

// The loads that are known not to have read null when control gets to an instruction.
std::vector<InstructionId> Ownership::readsKnownNotNull(InstanceId instance, InstructionId at) {
  std::vector<InstructionId> result;
  FunctionId id = pointers_.instances()[instance].function;
  const Function& function = program_.functions[id];
  const Dominators& dominators = scopes_.dominators(id);
  BlockId block = reach_.blockOf(at);
  if (!dominators.reachable(block)) return result;
  auto definitionOf = [&](ValueId v) {
    v = stripCopies(program_, function, v);
    return v.isLocal() ? program_.local(function, v.local()).definition : InstructionId();
  };
  auto isNull = [&](ValueId v) {
    return v.isConstant() && program_.constants[v.constant()].kind == ConstantKind::Null;
  };
  for (BlockId b : program_.blocksOf(function)) {
    const Block& current = program_.blocks[b];
    const Instruction& end =
        program_.instructions[InstructionId(current.firstInstruction.index + current.instructionCount - 1)];
    if (end.opcode != Opcode::Branch || !dominators.reachable(b) || !dominators.dominates(b, block)) continue;
    InstructionId compare = definitionOf(program_.operandsOf(end)[0]);
    if (!compare || program_.instructions[compare].opcode != Opcode::Compare) continue;
    const Instruction& i = program_.instructions[compare];
    auto operands = program_.operandsOf(i);
    InstructionId read = definitionOf(isNull(operands[1]) ? operands[0] : operands[1]);
    bool isTest = (isNull(operands[0]) || isNull(operands[1])) && read &&
                  program_.instructions[read].opcode == Opcode::Load &&
                  (i.compare == CompareKind::Equal || i.compare == CompareKind::NotEqual);
    auto successors = program_.successorsOf(current);
    if (!isTest || successors[0] == successors[1]) continue;
    // The other way must not lead here, but by the test.
    BlockId other = successors[i.compare == CompareKind::Equal ? 0 : 1];
    const Block& elsewhere = program_.blocks[other];
    if (other != block && !scopes_.reaches(elsewhere.firstInstruction, at, b)) result.push_back(read);
  }
  return result;
}

// Whether an address is read from a variable that leads to the end of a list, which is in the list as long as there is
// one: who asks has seen that there is, or whoever takes the last one off says so.
//
//   if (q->head) q->tail->next = t; else q->head = t;      q->tail = t;
bool Ownership::isEnd(InstanceId instance, InstructionId read, ObjectId object) {
  const ObjectTable& objects = pointers_.objects();
  ValueId address = program_.operandsOf(program_.instructions[read])[0];
  auto places = pointers_.pointsTo(instance, address);
  if (places.size() != 1 || takes_.isTakenFrom(places[0])) return false;
  LocationId end = places[0];
  bool isOrdered =
      isOrdered_(end, [&](const SharedAccess& a) { return a.instance == instance && a.access.instruction == read; });
  if (!isOrdered) return false;
  // The start of the list is beside the end of it.
  std::vector<LocationId> firsts;
  for (LocationId place : objects.locationsOf(objects[end].object)) firsts.push_back(place);
  auto isFirst = [&](LocationId place) {
    return takes_.isEmptied(place) && objects.whole(objects[place].object) != object &&
           llvm::any_of(pointers_.contentOf(place),
                        [&](LocationId to) { return objects.whole(objects[to].object) == object; });
  };
  for (InstructionId test : readsKnownNotNull(instance, read)) {
    if (takes_.mayLetGo(instance, test, read)) continue;
    auto tested = pointers_.pointsTo(instance, program_.operandsOf(program_.instructions[test])[0]);
    if (tested.size() != 1) continue;
    if (isFirst(tested[0]) && isKeptUp(end, tested[0], false, object)) return true;
    if (tested[0] == end &&
        llvm::any_of(firsts, [&](LocationId first) { return isFirst(first) && isKeptUp(end, first, true, object); }))
      return true;
  }
  // It leads to where the next address goes: to the start, when there is none.
  return llvm::any_of(pointers_.contentOf(end),
                      [&](LocationId to) { return isFirst(to) && isKeptUp(end, to, true, object); });
}

// Whether whoever puts something at the start of a list sees to the end as well; and, with `whenEmpty`, whoever takes
// something from there.
bool Ownership::isKeptUp(LocationId end, LocationId first, bool whenEmpty, ObjectId object) {
  return writes_.allTo(first, 8, [&](const Write& write) {
    InstructionId store = write.access.instruction;
    const Instruction& i = program_.instructions[store];
    if (i.opcode == Opcode::Store && !mayPointInto(pointers_, write.instance, program_.operandsOf(i)[1], object))
      return true;
    if (takes_.isMovingOn(write.instance, store) && !whenEmpty) return true;
    return !writes_.allTo(end, 8, [&](const Write& other) {
      InstructionId at = other.access.instruction;
      bool keepsUp = other.instance == write.instance && program_.instructions[at].opcode == Opcode::Store &&
                     !takes_.mayLetGo(write.instance, store, at) &&
                     (scopes_.reaches(store, at, BlockId()) || scopes_.reaches(at, store, BlockId()));
      return !keepsUp;
    });
  });
}

bool Ownership::looksTaken(InstanceId instance, ValueId address) {
  takes_.find();
  const Function& function = pointers_.functionOf(instance);
  ValueId root = alone_.rootOf(function, address);
  InstructionId definition = root.isLocal() ? program_.local(function, root.local()).definition : InstructionId();
  if (!definition) return false;
  if (takes_.isTake(instance, definition)) return true;
  if (isCall(program_.instructions[definition].opcode))
    for (InstanceId callee : pointers_.callees({instance, definition})) {
      const Function& called = pointers_.functionOf(callee);
      for (BlockId b : program_.blocksOf(called)) {
        const Block& block = program_.blocks[b];
        const Instruction& end =
            program_.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
        if (end.opcode != Opcode::Return || end.operandCount == 0) continue;
        ValueId from = alone_.rootOf(called, program_.operandsOf(end)[0]);
        if (!from.isLocal()) continue;
        InstructionId made = program_.local(called, from.local()).definition;
        if (made && takes_.isTake(callee, made)) return true;
      }
    }
  return false;
}

void Ownership::findPlaces() {
  if (std::exchange(hasPlaces_, true)) return;
  takes_.find();
  const ObjectTable& objects = pointers_.objects();
  constexpr size_t many = 256; // objects at one place are imprecision: nothing is proved of them
  llvm::DenseSet<const LocationId*> denied;
  for (uint32_t n = 0; n < objects.locationCount(); ++n) {
    LocationId place(n);
    if (!takes_.isTakenFrom(place)) continue;
    auto content = pointers_.contentOf(place);
    if (content.size() > many) {
      if (denied.insert(content.data()).second) // many places have the same content
        for (LocationId to : content) handedOver_.deny(objects.whole(objects[to].object));
      continue;
    }
    for (LocationId to : content) {
      ObjectId object = objects.whole(objects[to].object);
      auto& known = places_[object];
      if (known.empty() || known.back() != place) known.push_back(place);
    }
  }
}

bool Ownership::isHandedOver(ObjectId object) {
  object = pointers_.objects().whole(object);
  return handedOver_.ask(object, [&] { return keepsToRule(object); });
}

bool Ownership::keepsToRule(ObjectId object) {
  const ObjectTable& objects = pointers_.objects();
  const auto places = places_.lookup(object);
  std::vector<LocationId> inside;
  for (LocationId place : places)
    if (objects.whole(objects[place].object) == object) inside.push_back(place);
  constexpr size_t many = 256; // is imprecision
  for (LocationId place : places) {
    if (takes_.isAmbiguous(place)) return false;
    size_t count = 0;
    auto isProper = [&](const Write& write) {
      return ++count <= many && isProperlyPut(write.instance, write.access.instruction, object, inside);
    };
    if (!writes_.allTo(place, 8, isProper)) return false;
  }
  for (LocationId place : places) {
    bool isKept = isOrdered_(place, [&](const SharedAccess& a) {
      return takes_.isTake(a.instance, a.access.instruction) || takes_.readsNext(a.instance, a.access.instruction);
    });
    if (!isKept) return false;
    // Nobody may come between reading and writing what is moved on.
    LocationId mover = takes_.moverOf(place);
    if (mover && !isOrdered_(mover, [](const SharedAccess&) { return true; })) return false;
  }
  return true;
}

// Whether what is stored where objects are taken from is no such object, or one that the thread has alone.
bool Ownership::isProperlyPut(InstanceId instance, InstructionId store, ObjectId object,
                              llvm::ArrayRef<LocationId> inside) {
  const Instruction& i = program_.instructions[store];
  auto operands = program_.operandsOf(i);
  ValueId value;
  switch (i.opcode) {
  case Opcode::Store:
  case Opcode::AtomicStore:
  case Opcode::AtomicUpdate:
    value = operands[1];
    break;
  case Opcode::CompareExchange:
    value = operands[2];
    break;
  case Opcode::MemorySet:
    return program_.integer(operands[1]).has_value();
  default:
    return false;
  }
  if (!mayPointInto(pointers_, instance, value, object) || takes_.isMovingOn(instance, store)) return true;
  if (!alone_.isUnpublished(instance, value, store)) return false;
  // What came next where it was taken from must be forgotten: it is somewhere else now.
  const Function& function = pointers_.functionOf(instance);
  ValueId root = alone_.rootOf(function, value);
  InstructionId made = root.isLocal() ? program_.local(function, root.local()).definition : InstructionId();
  if (made && takes_.isTake(instance, made) && !takes_.copiesNext(instance, made)) return true;
  if (made && !takes_.isTake(instance, made) && pointers_.callees({instance, made}).empty()) return true;
  FunctionId id = pointers_.instances()[instance].function;
  return llvm::all_of(inside, [&](LocationId field) {
    for (BlockId b : program_.blocksOf(function))
      for (InstructionId other : program_.instructionsOf(program_.blocks[b])) {
        const Instruction& write = program_.instructions[other];
        if (write.opcode != Opcode::Store) continue;
        ValueId address = program_.operandsOf(write)[0];
        if (alone_.rootOf(function, address) != root ||
            !llvm::is_contained(pointers_.pointsTo(instance, address), field))
          continue;
        if (scopes_.comesBefore(id, other, store) || reach_.blockOf(other) == reach_.blockOf(store)) return true;
      }
    return false;
  });
}

} // namespace steward
