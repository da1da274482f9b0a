#include "race/receipts.h"

#include "pointer/call_parts.h"
#include "race/points_into.h"

namespace steward {

bool Receipts::isInOrder(InstanceId instance, ValueId address, ObjectId object) {
  object = pointers_.objects().whole(object);
  if (!address.isLocal()) return true; // a variable, or nothing
  return known_.ask({instance, address, object}, [&] {
    if (!mayPointInto(pointers_, instance, address, object)) return true; // in another object
    return ++steps_ < maxSteps && decide(instance, address, object);
  });
}

bool Receipts::decide(InstanceId instance, ValueId value, ObjectId object) {
  const Function& function = pointers_.functionOf(instance);
  InstructionId definition = program_.local(function, value.local()).definition;
  if (!definition) return isGivenInOrder(instance, value.local(), object);
  const Instruction& i = program_.instructions[definition];
  switch (i.opcode) {
  case Opcode::Allocate:
    return true;
  case Opcode::Copy:
  case Opcode::Field:
  case Opcode::Index:
    return isInOrder(instance, program_.operandsOf(i)[0], object);
  case Opcode::Phi:
    return llvm::all_of(program_.operandsOf(i), [&](ValueId v) { return isInOrder(instance, v, object); });
  case Opcode::Select:
    return llvm::all_of(program_.operandsOf(i).drop_front(), [&](ValueId v) { return isInOrder(instance, v, object); });
  case Opcode::Load:
    return isReadInOrder(instance, definition, object);
  case Opcode::Call:
  case Opcode::CallIndirect:
    return isReturnedInOrder(instance, definition, object);
  default:
    return false;
  }
}

// By every call. What a thread is started with is another question.
bool Receipts::isGivenInOrder(InstanceId instance, LocalId parameter, ObjectId object) {
  const auto& callers = scopes_.callersOf(instance);
  if (callers.empty() || scopes_.isForked(instance)) return false;
  return llvm::all_of(callers, [&](const auto& caller) {
    auto arguments = program_.argumentsOf(program_.instructions[caller.second]);
    return pointers_.isPlainCall({caller.first, caller.second}) && parameter.index < arguments.size() &&
           isInOrder(caller.first, arguments[parameter.index], object);
  });
}

bool Receipts::isReadInOrder(InstanceId instance, InstructionId load, ObjectId object) {
  constexpr size_t maxPlaces = 64; // more is imprecision
  const ObjectTable& objects = pointers_.objects();
  ValueId address = program_.operandsOf(program_.instructions[load])[0];
  auto places = pointers_.pointsTo(instance, address);
  if (places.size() > maxPlaces) return false;
  for (LocationId place : places) {
    bool holds = llvm::any_of(pointers_.contentOf(place),
                              [&](LocationId l) { return objects.whole(objects[l].object) == object; });
    if (!holds) continue;
    if (!isStoredInOrder(place, object)) return false;
    if (!sharing_.escapes(objects[place].object)) continue; // it is the thread's own that stored it
    if (!isOrdered_(place,
                    [&](const SharedAccess& a) { return a.instance == instance && a.access.instruction == load; }))
      return false;
    ObjectKind kind = objects[objects[place].object].kind;
    if (kind != ObjectKind::Global && !isInOrder(instance, address, objects[place].object)) return false;
  }
  return true;
}

// Whether all who store the object's address there have made it, or got it in order.
bool Receipts::isStoredInOrder(LocationId place, ObjectId object) {
  constexpr uint64_t pointerBytes = 8;
  return writes_.allTo(place, pointerBytes, [&](const Write& write) {
    const Instruction& store = program_.instructions[write.access.instruction];
    if (write.access.mode == AccessMode::Free || store.opcode == Opcode::MemorySet) return true;
    return store.opcode == Opcode::Store && !mayHideAddress(pointers_, write) &&
           isInOrder(write.instance, program_.operandsOf(store)[1], object);
  });
}

bool Receipts::isReturnedInOrder(InstanceId instance, InstructionId call, ObjectId object) {
  CallSite site{instance, call};
  auto callees = pointers_.callees(site);
  for (const CallModel* model : pointers_.modelsAt(site)) {
    const Effect* made = model->find(EffectKind::Allocate);
    bool isMade = made && (!made->to || made->to.kind == CallPart::Result);
    if (model->body != BodyRule::Kept && !isMade) return false;
  }
  if (callees.empty()) return !pointers_.modelsAt(site).empty();
  if (!pointers_.isPlainCall(site)) return false;
  for (InstanceId callee : callees)
    for (BlockId b : program_.blocksOf(pointers_.functionOf(callee)))
      for (InstructionId id : program_.instructionsOf(program_.blocks[b]))
        if (const Instruction& i = program_.instructions[id]; i.opcode == Opcode::Return && i.operandCount != 0)
          if (!isInOrder(callee, program_.operandsOf(i)[0], object)) return false;
  return true;
}

} // namespace steward
