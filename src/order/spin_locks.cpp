#include "order/spin_locks.h"

#include "order/initial.h"
#include "order/observed.h"
#include "sharing/accesses.h"

#include <map>

namespace steward {

SpinLocks::Use SpinLocks::use(InstanceId instance, const Instruction& i) const {
  auto operands = program_.operandsOf(i);
  const Function& function = pointers_.functionOf(instance);
  auto always = [&](ValueId value, auto holds) {
    auto numbers = possibleNumbers(program_, function, value);
    return numbers && !numbers->empty() && llvm::all_of(*numbers, holds);
  };
  auto isZero = [](int64_t n) { return n == 0; };
  auto isSet = [](int64_t n) { return n != 0; };
  switch (i.opcode) {
  case Opcode::AtomicUpdate:
    if ((i.binary == BinaryKind::Exchange || i.binary == BinaryKind::Or) && always(operands[1], isSet))
      return acquires(i.order) ? Use::Takes : Use::Other;
    if ((i.binary == BinaryKind::Exchange || i.binary == BinaryKind::And) && always(operands[1], isZero))
      return releases(i.order) ? Use::Gives : Use::Other;
    return Use::Other;
  case Opcode::CompareExchange:
    if (always(operands[1], isZero) && always(operands[2], isSet)) return acquires(i.order) ? Use::Takes : Use::Other;
    return Use::Other;
  case Opcode::AtomicStore:
    return always(operands[1], isZero) && releases(i.order) ? Use::Gives : Use::Other;
  case Opcode::Store:
  case Opcode::MemorySet:
    return always(operands[1], isZero) ? Use::Resets : Use::Other;
  default:
    return Use::Other;
  }
}

SpinLocks::SpinLocks(const PointerAnalysis& pointers) : pointers_(pointers), program_(pointers.program()) {
  const ObjectTable& objects = pointers.objects();
  struct Found {
    uint64_t bytes = 0;
    bool isGiven = false, isBroken = false;
  };
  std::map<LocationId, Found> found;
  std::map<ObjectId, std::vector<LocationId>> byObject;
  auto each = [&](auto visit) {
    for (uint32_t n = 0; n < pointers.instances().size(); ++n)
      for (BlockId b : program_.blocksOf(pointers.functionOf(InstanceId(n))))
        for (InstructionId i : program_.instructionsOf(program_.blocks[b])) visit(InstanceId(n), i);
  };
  each([&](InstanceId instance, InstructionId id) {
    const Instruction& i = program_.instructions[id];
    if ((i.opcode != Opcode::AtomicUpdate && i.opcode != Opcode::CompareExchange) || use(instance, i) != Use::Takes)
      return;
    for (LocationId place : pointers.pointsTo(instance, program_.operandsOf(i)[0])) {
      auto [it, isNew] = found.try_emplace(place);
      it->second.bytes = std::max<uint64_t>(it->second.bytes, static_cast<uint64_t>(i.immediate));
      it->second.isBroken |= objects[place].isAny();
      if (isNew) byObject[objects[place].object].push_back(place);
    }
  });
  if (found.empty()) return;
  for (auto& [place, lock] : found) {
    if (lock.isBroken) continue;
    InitialValue first = initialValue(pointers, {objects[place].object, objects[place].offset}, lock.bytes);
    lock.isBroken = first.kind == InitialKind::Unknown || (first.kind == InitialKind::Number && first.number != 0);
  }
  each([&](InstanceId instance, InstructionId id) {
    const Instruction& i = program_.instructions[id];
    if (!writesMemory(i.opcode) && !isCall(i.opcode)) return;
    for (const MemoryAccess& access : accessesOf(pointers, instance, id)) {
      if (access.mode != AccessMode::Write) continue;
      std::optional<Use> kind;
      for (LocationId written : pointers.pointsTo(instance, access.pointer)) {
        auto near = byObject.find(objects[written].object);
        if (near == byObject.end()) continue;
        for (LocationId place : near->second) {
          Found& lock = found[place];
          uint64_t at = objects[place].offset, from = objects[written].offset;
          bool isApart = !objects[written].isAny() &&
                         (at + lock.bytes <= from || (access.bytes != Location::any && from + access.bytes <= at));
          if (isApart) continue;
          if (!kind) kind = isCall(i.opcode) ? Use::Other : use(instance, i);
          bool isWhole = written == place && access.bytes == lock.bytes;
          if (*kind == Use::Gives && isWhole)
            lock.isGiven = true;
          else if (*kind != Use::Resets && !(*kind == Use::Takes && isWhole))
            lock.isBroken = true;
        }
      }
    }
  });
  for (const auto& [place, lock] : found)
    if (lock.isGiven && !lock.isBroken) places_.insert(place);
}

bool SpinLocks::areLocks(InstanceId instance, ValueId pointer) const {
  auto places = pointers_.pointsTo(instance, pointer);
  return !places.empty() && llvm::all_of(places, [&](LocationId place) { return places_.contains(place); });
}

bool SpinLocks::takes(InstanceId instance, InstructionId id) const {
  const Instruction& i = program_.instructions[id];
  return !empty() && isAtomic(i.opcode) && i.opcode != Opcode::AtomicLoad &&
         areLocks(instance, program_.operandsOf(i)[0]) && use(instance, i) == Use::Takes;
}

bool SpinLocks::gives(InstanceId instance, InstructionId id) const {
  const Instruction& i = program_.instructions[id];
  return !empty() && isAtomic(i.opcode) && i.opcode != Opcode::AtomicLoad &&
         areLocks(instance, program_.operandsOf(i)[0]) && use(instance, i) == Use::Gives;
}

} // namespace steward
