#include "race/writes.h"

namespace steward {

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
