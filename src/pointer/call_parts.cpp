#include "pointer/call_parts.h"

#include "program/dominators.h"

namespace steward {

ValueId argumentOf(const Program& program, const Instruction& call, CallPart part) {
  if (part.kind == CallPart::Result) return call.result ? ValueId::local(call.result) : ValueId();
  auto arguments = program.argumentsOf(call);
  bool isArgument = part.kind == CallPart::Argument || part.kind == CallPart::ArgumentsFrom;
  if (!isArgument || part.index >= arguments.size()) return {};
  return arguments[part.index];
}

CallPart handedAs(const Effect& effect, uint32_t parameter) {
  auto parts = llvm::ArrayRef(effect.arguments);
  for (uint32_t k = 0; k < parts.size(); ++k) {
    if (parts[k].kind == CallPart::ArgumentsFrom) {
      CallPart part = parts[k];
      part.kind = CallPart::Argument;
      part.index = static_cast<uint8_t>(part.index + (parameter - k));
      return part;
    }
    if (k == parameter) return parts[k];
  }
  return {};
}

ValueId partOf(const Program& program, const Instruction& call, CallPart part) {
  return part.indirect || part.offset ? ValueId() : argumentOf(program, call, part);
}

std::optional<uint64_t> extentOf(const Program& program, const Instruction& call, const Effect& effect) {
  if (effect.bytes) return effect.bytes;
  if (!effect.size) return std::nullopt;
  uint64_t product = 1;
  for (CallPart factor : {effect.size, effect.count}) {
    if (!factor) continue;
    auto number = program.integer(argumentOf(program, call, factor));
    if (!number || *number < 0) return std::nullopt;
    product *= static_cast<uint64_t>(*number);
  }
  return product;
}

std::vector<ValueId> storedBefore(const Program& program, const Function& function, InstructionId at,
                                  GlobalId variable) {
  auto isAddress = [&](ValueId value) {
    for (unsigned depth = 0; depth < 8 && value.isLocal(); ++depth) {
      InstructionId definition = program.local(function, value.local()).definition;
      if (!definition || program.instructions[definition].opcode != Opcode::Copy) return false;
      value = program.operandsOf(program.instructions[definition])[0];
    }
    if (!value.isConstant()) return false;
    const Constant& c = program.constants[value.constant()];
    return c.kind == ConstantKind::Global && c.symbol == variable.index && c.value == 0;
  };
  std::vector<ValueId> stored;
  std::optional<Dominators> dominators;
  BlockId here;
  for (BlockId b : program.blocksOf(function))
    for (InstructionId i : program.instructionsOf(program.blocks[b]))
      if (i == at) here = b;
  for (BlockId b : program.blocksOf(function))
    for (InstructionId i : program.instructionsOf(program.blocks[b])) {
      const Instruction& store = program.instructions[i];
      if (store.opcode != Opcode::Store || !isAddress(program.operandsOf(store)[0])) continue;
      if (!dominators) dominators.emplace(program, function);
      bool isBefore = b == here ? i.index < at.index : dominators->dominates(b, here);
      if (isBefore) stored.push_back(program.operandsOf(store)[1]);
    }
  return stored;
}

} // namespace steward
