#include "race/writes.h"

#include "llvm/ADT/DenseSet.h"

namespace steward {

void Writes::find() {
  isFound_ = true;
  const Program& program = pointers_.program();
  const ObjectTable& objects = pointers_.objects();
  for (uint32_t n = 0; n < origins_.size(); ++n)
    for (InstanceId instance : origins_.instancesOf(OriginId(n)))
      for (BlockId b : program.blocksOf(pointers_.functionOf(instance)))
        for (InstructionId i : program.instructionsOf(program.blocks[b])) {
          Opcode opcode = program.instructions[i].opcode;
          if (!writesMemory(opcode) && !isCall(opcode)) continue;
          for (const MemoryAccess& access : accessesOf(pointers_, instance, i)) {
            if (access.mode != AccessMode::Write) continue;
            for (LocationId place : pointers_.pointsTo(instance, access.pointer))
              byObject_[objects.whole(objects[place].object)].push_back({OriginId(n), instance, access, place});
          }
        }
}

std::vector<const Write*> Writes::to(llvm::ArrayRef<LocationId> places, uint64_t bytes) {
  if (!isFound_) find();
  const ObjectTable& objects = pointers_.objects();
  std::vector<const Write*> result;
  llvm::DenseSet<const Write*> seen;
  for (LocationId place : places) {
    const Location& at = objects[place];
    auto it = byObject_.find(objects.whole(at.object));
    if (it == byObject_.end()) continue;
    for (const Write& write : it->second) {
      const Location& to = objects[write.location];
      // Views of the same memory may meet.
      bool isApart = to.object == at.object && !to.isAny() && !at.isAny() &&
                     ((bytes != Location::any && at.offset + bytes <= to.offset) ||
                      (write.access.bytes != Location::any && to.offset + write.access.bytes <= at.offset));
      if (!isApart && (places.size() == 1 || seen.insert(&write).second)) result.push_back(&write);
    }
  }
  return result;
}

} // namespace steward
