#include "order/roots.h"

#include "order/loops.h"

namespace steward {

std::optional<RelativeAddress> Roots::of(FunctionId id, ValueId address) {
  const Function& function = program_.functions[id];
  int64_t offset = 0;
  for (unsigned depth = 0; depth < 32; ++depth) {
    if (!address.isLocal()) return std::nullopt;
    InstructionId definition = program_.local(function, address.local()).definition;
    if (!definition) return RelativeAddress{address, offset};
    const Instruction& i = program_.instructions[definition];
    auto operands = program_.operandsOf(i);
    if (i.opcode == Opcode::Copy) {
      address = operands[0];
    } else if (i.opcode == Opcode::Field) {
      offset += i.immediate;
      address = operands[0];
    } else if (i.opcode == Opcode::Index) {
      if (auto number = program_.integer(operands[1])) {
        offset += i.immediate * *number;
        address = operands[0];
        continue;
      }
      ValueId index = stripCopies(program_, function, operands[1]);
      auto base = of(id, operands[0]);
      ValueId start = base ? base->root : operands[0];
      Element element{id, start, base ? base->offset : 0, index, i.immediate};
      auto [it, isNew] = elements_.try_emplace(element, address);
      if (isNew) parts_[{id, address}] = {start, index};
      return RelativeAddress{it->second, offset};
    } else {
      return RelativeAddress{address, offset};
    }
  }
  return std::nullopt;
}

bool Roots::dependsOn(FunctionId function, ValueId root, LocalId local) const {
  for (unsigned depth = 0; depth < 8 && root.isLocal(); ++depth) {
    if (root.local() == local) return true;
    auto it = parts_.find({function, root});
    if (it == parts_.end()) return false;
    if (it->second.second.isLocal() && it->second.second.local() == local) return true;
    root = it->second.first;
  }
  return false;
}

} // namespace steward
