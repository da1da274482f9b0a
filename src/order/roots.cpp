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
      auto base = of(id, operands[0]);
      ValueId start = base ? base->root : stripCopies(program_, function, operands[0]);
      Element element{start, base ? base->offset : 0, numbered(id, operands[1]), i.immediate};
      auto [it, isNew] = elements_.try_emplace({id, element}, address);
      if (isNew) parts_[{id, address}] = element;
      return RelativeAddress{it->second, offset};
    } else {
      return RelativeAddress{address, offset};
    }
  }
  return std::nullopt;
}

ValueId Roots::numbered(FunctionId id, ValueId value, unsigned depth) {
  const Function& function = program_.functions[id];
  value = stripCopies(program_, function, value);
  InstructionId definition = value.isLocal() ? program_.local(function, value.local()).definition : InstructionId();
  if (!definition || program_.instructions[definition].opcode != Opcode::Binary || depth > 4) return value;
  auto operands = program_.operandsOf(program_.instructions[definition]);
  ValueId a = numbered(id, operands[0], depth + 1), b = numbered(id, operands[1], depth + 1);
  return numbers_.try_emplace({id, program_.instructions[definition].binary, a, b}, value).first->second;
}

bool Roots::isComputedFrom(FunctionId id, ValueId value, LocalId local, unsigned depth) const {
  if (!value.isLocal() || depth > 12) return false;
  if (value.local() == local) return true;
  InstructionId definition = program_.local(program_.functions[id], value.local()).definition;
  if (!definition) return false;
  const Instruction& i = program_.instructions[definition];
  if (i.opcode != Opcode::Binary && i.opcode != Opcode::Copy) return false;
  return llvm::any_of(program_.operandsOf(i),
                      [&](ValueId operand) { return isComputedFrom(id, operand, local, depth + 1); });
}

std::optional<Roots::Element> Roots::element(FunctionId function, ValueId root) const {
  auto it = parts_.find({function, root});
  return it == parts_.end() ? std::nullopt : std::optional<Element>(it->second);
}

bool Roots::dependsOn(FunctionId function, ValueId root, LocalId local) const {
  for (unsigned depth = 0; depth < 8 && root.isLocal(); ++depth) {
    if (root.local() == local) return true;
    auto it = parts_.find({function, root});
    if (it == parts_.end()) return false;
    if (isComputedFrom(function, it->second.index, local)) return true;
    root = it->second.start;
  }
  return false;
}

} // namespace steward
