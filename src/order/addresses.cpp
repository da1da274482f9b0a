#include "order/addresses.h"

namespace steward {

static std::optional<ExactAddress> fromPointsTo(const PointerAnalysis& pointers, InstanceId instance, ValueId value) {
  auto places = pointers.pointsTo(instance, value);
  if (places.size() != 1 || !pointers.objects().isOnePlace(places[0])) return std::nullopt;
  const Location& place = pointers.objects()[places[0]];
  return ExactAddress{place.object, place.offset};
}

std::optional<ExactAddress> exactAddress(const PointerAnalysis& pointers, InstanceId instance, ValueId address) {
  const Program& program = pointers.program();
  const Function& function = pointers.functionOf(instance);
  int64_t offset = 0;
  ValueId value = address;
  for (unsigned depth = 0; depth < 32; ++depth) {
    auto places = pointers.pointsTo(instance, value);
    auto here = [&](ObjectId object, int64_t base) -> std::optional<ExactAddress> {
      if (base + offset < 0) return std::nullopt;
      return ExactAddress{object, static_cast<uint64_t>(base + offset)};
    };
    if (value.isConstant()) {
      const Constant& c = program.constants[value.constant()];
      if (c.kind != ConstantKind::Global || places.size() != 1) return std::nullopt;
      return here(pointers.objects()[places[0]].object, c.value);
    }
    InstructionId definition = program.local(function, value.local()).definition;
    const Instruction* i = definition ? &program.instructions[definition] : nullptr;
    auto operands = i ? program.operandsOf(*i) : llvm::ArrayRef<ValueId>();
    if (i && i->opcode == Opcode::Field) {
      offset += i->immediate;
      value = operands[0];
    } else if (i && i->opcode == Opcode::Index && program.integer(operands[1])) {
      offset += i->immediate * *program.integer(operands[1]);
      value = operands[0];
    } else if (i && i->opcode == Opcode::Copy) {
      value = operands[0];
    } else if (i && i->opcode == Opcode::Allocate) {
      return places.size() == 1 ? here(pointers.objects()[places[0]].object, 0) : std::nullopt;
    } else {
      if (auto found = fromPointsTo(pointers, instance, value))
        return here(found->object, static_cast<int64_t>(found->offset));
      // A pointer to a struct that begins with an array is to the place of all its elements; a member behind the array
      // is one place again.
      return fromPointsTo(pointers, instance, address);
    }
  }
  return std::nullopt;
}

std::optional<ExactAddress> exactContent(const PointerAnalysis& pointers, InstanceId instance, ValueId value) {
  if (!value) return std::nullopt;
  std::optional<LocationId> only;
  for (LocationId place : pointers.pointsTo(instance, value))
    for (LocationId stored : pointers.contentOf(place)) {
      if (only && *only != stored) return std::nullopt;
      only = stored;
    }
  if (!only || !pointers.objects().isOnePlace(*only)) return std::nullopt;
  return ExactAddress{pointers.objects()[*only].object, pointers.objects()[*only].offset};
}

bool mayBe(const PointerAnalysis& pointers, InstanceId instance, ValueId value, const ExactAddress& address) {
  if (auto exact = exactAddress(pointers, instance, value)) return *exact == address;
  LocationId wanted = pointers.objects().find(address.object, address.offset);
  for (LocationId place : pointers.pointsTo(instance, value)) {
    const Location& at = pointers.objects()[place];
    if (place == wanted || (at.isAny() && at.object == address.object)) return true;
  }
  return false;
}

bool mayOverwrite(const PointerAnalysis& pointers, InstanceId instance, ValueId value, uint64_t bytes,
                  const ExactAddress& address) {
  constexpr uint64_t pointer = 8;
  if (auto exact = exactAddress(pointers, instance, value))
    return exact->object == address.object && exact->offset < address.offset + pointer &&
           (bytes == Location::any || address.offset < exact->offset + bytes);
  if (bytes <= pointer) return mayBe(pointers, instance, value, address);
  for (LocationId place : pointers.pointsTo(instance, value))
    if (pointers.objects()[place].object == address.object) return true;
  return false;
}

LockId LockTable::intern(Lock lock) {
  auto [it, isNew] = ids_.try_emplace(lock, locks_.end_id());
  if (isNew) locks_.push(std::move(lock));
  return it->second;
}

LockId LockTable::at(const ExactAddress& address) { return intern(address); }
LockId LockTable::relative(const RelativeLock& lock) { return intern(lock); }
LockId LockTable::content(const ContentLock& lock) { return intern(lock); }
LockId LockTable::named(const std::string& name) { return intern(name); }

} // namespace steward
