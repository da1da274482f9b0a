#include "race/writes.h"

#include "order/counting.h"

namespace steward {

// Whether a value is an address, or was read from where addresses lie: nothing is known of those that are only computed
// with.
static bool mayBeAddress(const PointerAnalysis& pointers, InstanceId instance, ValueId value) {
  const Program& program = pointers.program();
  if (!pointers.pointsTo(instance, value).empty()) return true;
  const Function& function = pointers.functionOf(instance);
  value = stripCopies(program, function, value);
  InstructionId definition = value.isLocal() ? program.local(function, value.local()).definition : InstructionId();
  if (!definition || program.instructions[definition].opcode != Opcode::Load) return false;
  auto places = pointers.pointsTo(instance, program.operandsOf(program.instructions[definition])[0]);
  return llvm::any_of(places, [&](LocationId place) { return !pointers.contentOf(place).empty(); });
}

// Whether a number was computed from an address.
static bool isComputedFromAddress(const PointerAnalysis& pointers, InstanceId instance, ValueId value, unsigned depth) {
  constexpr unsigned maxDepth = 8;
  const Program& program = pointers.program();
  if (!value.isLocal()) return false;
  if (depth > maxDepth) return true;
  InstructionId definition = program.local(pointers.functionOf(instance), value.local()).definition;
  if (!definition) return false;
  const Instruction& i = program.instructions[definition];
  switch (i.opcode) {
  case Opcode::Copy:
  case Opcode::Phi:
  case Opcode::Select:
  case Opcode::Binary:
    return llvm::any_of(program.operandsOf(i), [&](ValueId operand) {
      return (i.opcode == Opcode::Binary && mayBeAddress(pointers, instance, operand)) ||
             isComputedFromAddress(pointers, instance, operand, depth + 1);
    });
  default:
    return false;
  }
}

bool mayHideAddress(const PointerAnalysis& pointers, const Write& store) {
  constexpr uint64_t pointerBytes = 8;
  ValueId value = pointers.program().operandsOf(pointers.program().instructions[store.access.instruction])[1];
  if (!value.isLocal()) return false;
  return store.access.bytes != pointerBytes || isComputedFromAddress(pointers, store.instance, value, 0);
}

void Writes::find() {
  isFound_ = true;
  const Program& program = pointers_.program();
  const ObjectTable& objects = pointers_.objects();
  originsOf_.resize(pointers_.instances().size());
  llvm::DenseMap<const LocationId*, uint32_t> groupOf; // points-to sets are interned
  auto add = [&](InstanceId instance, const MemoryAccess& access) {
    auto places = pointers_.pointsTo(instance, access.pointer);
    if (places.empty()) return;
    auto [it, isNew] = groupOf.try_emplace(places.data(), static_cast<uint32_t>(groups_.size()));
    if (isNew) {
      groups_.emplace_back();
      for (LocationId place : places) byObject_[objects.whole(objects[place].object)].push_back({it->second, place});
    }
    groups_[it->second].push_back({instance, access});
  };
  for (uint32_t n = 0; n < origins_.size(); ++n)
    for (InstanceId instance : origins_.instancesOf(OriginId(n))) {
      originsOf_[instance.index].push_back(OriginId(n));
      if (originsOf_[instance.index].size() > 1) continue;
      for (BlockId b : program.blocksOf(pointers_.functionOf(instance)))
        for (InstructionId i : program.instructionsOf(program.blocks[b])) {
          Opcode opcode = program.instructions[i].opcode;
          if (!writesMemory(opcode) && !isCall(opcode)) continue;
          for (const MemoryAccess& access : accessesOf(pointers_, instance, i))
            if (access.mode == AccessMode::Write) add(instance, access);
        }
    }
}

bool Writes::allTo(LocationId place, uint64_t bytes, llvm::function_ref<bool(const Write&)> holds) {
  if (!isFound_) find();
  const ObjectTable& objects = pointers_.objects();
  const Location& at = objects[place];
  auto it = byObject_.find(objects.whole(at.object));
  if (it == byObject_.end()) return true;
  for (const Target& target : it->second) {
    const Location& to = objects[target.location];
    // Views of the same memory may meet.
    bool areBytes = to.object == at.object && !to.isAny() && !at.isAny();
    if (areBytes && bytes != Location::any && at.offset + bytes <= to.offset) continue;
    for (const auto& [instance, access] : groups_[target.group]) {
      if (areBytes && access.bytes != Location::any && to.offset + access.bytes <= at.offset) continue;
      for (OriginId origin : originsOf_[instance.index])
        if (!holds({origin, instance, access})) return false;
    }
  }
  return true;
}

} // namespace steward
