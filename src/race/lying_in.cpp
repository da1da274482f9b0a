#include "race/lying_in.h"

#include "pointer/call_parts.h"

namespace steward {

bool LyingIn::mayLie(InstanceId instance, LocalId parameter) {
  auto [it, isNew] = lying_.try_emplace({instance, parameter}, true); // round a recursion
  if (!isNew) return it->second;
  const auto& callers = scopes_.callersOf(instance);
  bool result = llvm::any_of(callers, [&](const auto& caller) {
    auto arguments = program_.argumentsOf(program_.instructions[caller.second]);
    if (parameter.index >= arguments.size()) return true;
    ValueId argument = arguments[parameter.index];
    return isGivenWhole(caller.first, arguments, argument) && mayLieAt(caller.first, caller.second, argument);
  });
  return lying_[{instance, parameter}] = result;
}

// Whether something else is handed over with it that may lead to it.
bool LyingIn::isGivenWhole(InstanceId caller, llvm::ArrayRef<ValueId> arguments, ValueId part) {
  const ObjectTable& objects = pointers_.objects();
  findHolders();
  auto mayBeWhole = [&](ValueId value, ObjectId object) {
    return llvm::any_of(pointers_.pointsTo(caller, value), [&](LocationId l) {
      ObjectId whole = objects.whole(objects[l].object);
      return whole != object && holders_[object].contains(whole);
    });
  };
  return llvm::any_of(pointers_.pointsTo(caller, part), [&](LocationId l) {
    ObjectId object = objects.whole(objects[l].object);
    return llvm::any_of(arguments, [&](ValueId value) { return value != part && mayBeWhole(value, object); });
  });
}

bool LyingIn::mayLieAt(InstanceId caller, InstructionId call, ValueId argument) {
  const Function& function = pointers_.functionOf(caller);
  InstructionId made;
  for (unsigned steps = 0; !made; ++steps) {
    if (!argument.isLocal() || steps > 16) return true;
    made = program_.local(function, argument.local()).definition;
    if (!made) {
      if (mayLie(caller, argument.local())) return true;
      break;
    }
    Opcode opcode = program_.instructions[made].opcode;
    if (opcode != Opcode::Copy && opcode != Opcode::Field && opcode != Opcode::Index) break;
    argument = program_.operandsOf(program_.instructions[made])[0];
    made = {};
  }
  // What was read lies where it was read from. What a function returns as new it has put nowhere (fresh.h).
  if (made && program_.instructions[made].opcode != Opcode::Allocate && !isCall(program_.instructions[made].opcode))
    return true;
  llvm::SmallVector<ObjectId, 4> objects;
  for (LocationId l : pointers_.pointsTo(caller, argument))
    objects.push_back(pointers_.objects().whole(pointers_.objects()[l].object));
  BlockId barrier = made ? reach_.blockOf(made) : BlockId();
  for (BlockId b : program_.blocksOf(function))
    for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
      bool isBefore = made && b == barrier && id < made; // one only gets on from there by making it
      if (!isBefore && id != call && mayKeep(caller, id, objects) && scopes_.reaches(id, call, barrier)) return true;
    }
  return false;
}

// Whether the instruction may store an address of one of the objects, wherever that is.
bool LyingIn::mayKeep(InstanceId instance, InstructionId at, llvm::ArrayRef<ObjectId> objects) const {
  const Instruction& i = program_.instructions[at];
  auto mayBeOne = [&](ValueId value) {
    return llvm::any_of(pointers_.pointsTo(instance, value), [&](LocationId l) {
      return llvm::is_contained(objects, pointers_.objects().whole(pointers_.objects()[l].object));
    });
  };
  if (isCall(i.opcode)) return llvm::any_of(program_.argumentsOf(i), mayBeOne);
  return writesMemory(i.opcode) && llvm::any_of(program_.operandsOf(i).drop_front(), mayBeOne);
}

bool LyingIn::mayLetOut(InstanceId instance, InstructionId at, ObjectId object) {
  const Wholes& wholes = wholesOf(object);
  if (wholes.areMany) return publishers_.mayPublishAnythingAt(instance, at);
  return llvm::any_of(wholes.objects, [&](ObjectId whole) {
    return publishers_.mayPublishAt(instance, at, whole) ||
           llvm::any_of(pointers_.callees({instance, at}),
                        [&](InstanceId callee) { return publishers_.mayPublish(callee, whole); });
  });
}

const LyingIn::Wholes& LyingIn::wholesOf(ObjectId object) {
  auto [it, isNew] = wholes_.try_emplace(object);
  if (!isNew) return it->second;
  findHolders();
  Wholes& found = it->second;
  std::vector<ObjectId> work{object};
  found.objects.insert(object);
  while (!work.empty() && !found.areMany) {
    auto holders = holders_.find(work.back());
    work.pop_back();
    if (holders == holders_.end()) continue;
    for (ObjectId whole : holders->second)
      if (found.objects.insert(whole).second) work.push_back(whole);
    found.areMany = found.objects.size() > maxWholes;
  }
  return found;
}

void LyingIn::findHolders() {
  if (std::exchange(hasHolders_, true)) return;
  const ObjectTable& objects = pointers_.objects();
  auto isMade = [&](ObjectId object) {
    return objects[object].kind == ObjectKind::Heap || objects[object].kind == ObjectKind::Stack;
  };
  for (uint32_t n = 0; n < objects.locationCount(); ++n) {
    ObjectId whole = objects.whole(objects[LocationId(n)].object);
    if (!isMade(whole)) continue;
    for (LocationId target : pointers_.contentOf(LocationId(n)))
      if (ObjectId object = objects.whole(objects[target].object); isMade(object)) holders_[object].insert(whole);
  }
}

} // namespace steward
