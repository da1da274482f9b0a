#include "pointer/values.h"

#include <map>

namespace steward {

namespace {

// What an address or a load is computed from; equal keys, equal values.
struct Key {
  Opcode opcode;
  bool isSynthetic;
  TypeId type;
  int64_t immediate;
  ValueId base, index;
  friend auto operator<=>(const Key&, const Key&) = default;
};

} // namespace

// Only a pointer-sized or larger value can hold a pointer.
static constexpr int64_t pointerBytes = 8;

static bool isTooSmall(const Program& program, TypeId id) {
  if (!id) return false;
  const Type& type = program.types[id];
  if (type.kind == TypeKind::Float || type.kind == TypeKind::Void) return true;
  return type.kind == TypeKind::Integer && type.size < static_cast<uint64_t>(pointerBytes);
}

// The k-th parameter, or the result for none, of a function type; invalid when it is not known.
static TypeId partOfSignature(const Program& program, TypeId signature, std::optional<uint32_t> parameter) {
  if (!signature || program.types[signature].kind != TypeKind::Function) return {};
  const Type& type = program.types[signature];
  if (!parameter) return type.element;
  return *parameter < type.fieldCount ? program.fieldsOf(type)[*parameter].type : TypeId();
}

bool FunctionValues::mayHoldPointer(const Program& program, const Instruction& i) const {
  auto operands = program.operandsOf(i);
  auto holds = [&](ValueId v) {
    ValueId r = (*this)[v];
    if (!r.isConstant()) return r.valid();
    ConstantKind kind = program.constants[r.constant()].kind;
    return kind == ConstantKind::Global || kind == ConstantKind::Function;
  };
  switch (i.opcode) {
  case Opcode::Load:
  case Opcode::AtomicLoad:
  case Opcode::AtomicUpdate:
  case Opcode::CompareExchange:
    return i.immediate >= pointerBytes && !isTooSmall(program, i.type);
  case Opcode::Compare:
    return false;
  case Opcode::Copy:
  case Opcode::Extract:
    return holds(operands[0]);
  case Opcode::Binary:
    return holds(operands[0]) || holds(operands[1]);
  case Opcode::Call: {
    TypeId signature = program.functions[program.calleeOf(i)].type;
    return !isTooSmall(program, partOfSignature(program, signature, std::nullopt));
  }
  case Opcode::CallIndirect:
    return !isTooSmall(program, partOfSignature(program, i.type, std::nullopt));
  default:
    return true;
  }
}

void FunctionValues::findNumbers(const Program& program, const Function& f) {
  for (BlockId b : program.blocksOf(f))
    for (InstructionId at : program.instructionsOf(program.blocks[b])) {
      const Instruction& i = program.instructions[at];
      if (i.opcode != Opcode::Binary || i.binary == BinaryKind::And || i.binary == BinaryKind::Or) continue;
      numbers_.set(i.result.index);
      for (ValueId operand : program.operandsOf(i))
        if (operand.isLocal()) numbers_.set(operand.local().index);
    }
}

FunctionValues::FunctionValues(const Program& program, FunctionId id) {
  const Function& f = program.functions[id];
  representatives_.resize(f.localCount);
  slots_.resize(f.localCount);
  for (uint32_t k = 0; k < f.localCount; ++k) {
    bool isNumber = k < f.parameterCount && isTooSmall(program, partOfSignature(program, f.type, k));
    if (!isNumber) representatives_[k] = ValueId::local(LocalId(k));
  }
  numbers_.resize(f.localCount);
  if (f.isDeclaration()) return;
  findNumbers(program, f);
  const Block& last = program.blocks[BlockId(f.firstBlock.index + f.blockCount - 1)];
  firstInstruction_ = program.blocks[f.firstBlock].firstInstruction.index;
  redundant_.resize(last.firstInstruction.index + last.instructionCount - firstInstruction_);

  std::map<Key, ValueId> known;
  auto replace = [&](InstructionId at, const Instruction& i, ValueId by) {
    representatives_[i.result.index] = by;
    redundant_.set(at.index - firstInstruction_);
  };
  for (BlockId b : program.blocksOf(f))
    for (InstructionId at : program.instructionsOf(program.blocks[b])) {
      const Instruction& i = program.instructions[at];
      if (!i.result) continue;
      auto operands = program.operandsOf(i);
      if (!mayHoldPointer(program, i)) {
        representatives_[i.result.index] = {};
        continue;
      }
      switch (i.opcode) {
      case Opcode::Copy:
        replace(at, i, (*this)[operands[0]]);
        break;
      case Opcode::Load:
      case Opcode::AtomicLoad:
      case Opcode::Field:
      case Opcode::Index: {
        // An atomic load reads what a plain one does.
        Opcode opcode = i.opcode == Opcode::AtomicLoad ? Opcode::Load : i.opcode;
        Key key{opcode, opcode != Opcode::Load && i.isSynthetic, {}, i.immediate, (*this)[operands[0]], {}};
        if (opcode != Opcode::Index) key.type = i.type;
        // Which element it is does not matter unless it is a number.
        if (opcode == Opcode::Index && program.integer(operands[1])) key.index = operands[1];
        auto [it, isNew] = known.try_emplace(key, ValueId::local(i.result));
        if (!isNew) replace(at, i, it->second);
        break;
      }
      default:
        break;
      }
    }
  // What was equal to something that turned out to be equal to a third.
  for (uint32_t k = 0; k < f.localCount; ++k)
    while (representatives_[k].isLocal() && representatives_[representatives_[k].local().index] != representatives_[k])
      representatives_[k] = representatives_[representatives_[k].local().index];
  for (uint32_t k = 0; k < f.localCount; ++k)
    if (representatives_[k] == ValueId::local(LocalId(k))) slots_[k] = slotCount_++;
}

} // namespace steward
