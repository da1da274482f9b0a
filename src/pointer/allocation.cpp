#include "pointer/allocation.h"

namespace steward {

std::vector<TypeId> pointeeHints(const Program& program, const Function& function) {
  std::vector<TypeId> hints(function.localCount);
  auto offer = [&](ValueId value, TypeId type) {
    if (!value.isLocal() || !type || hints[value.local().index]) return;
    const Type& t = program.types[type];
    if (t.size > 1 && t.kind != TypeKind::Void && t.kind != TypeKind::Function) hints[value.local().index] = type;
  };
  for (uint32_t i = 0; i < function.localCount; ++i) {
    const Local& local = program.locals[function.firstLocal + i];
    if (local.type && program.types[local.type].kind == TypeKind::Pointer)
      offer(ValueId::local(LocalId(i)), program.types[local.type].element);
  }
  // Uses come after definitions, so backwards one pass carries a hint up a chain of copies.
  for (uint32_t b = function.blockCount; b-- > 0;) {
    const Block& block = program.blocks[BlockId(function.firstBlock.index + b)];
    for (uint32_t k = block.instructionCount; k-- > 0;) {
      const Instruction& i = program.instructions[InstructionId(block.firstInstruction.index + k)];
      auto operands = program.operandsOf(i);
      switch (i.opcode) {
      case Opcode::Field:
        offer(operands[0], i.type);
        break;
      case Opcode::Index:
        if (i.immediate > 1) offer(operands[0], i.type);
        break;
      case Opcode::Copy:
        if (i.result) offer(operands[0], hints[i.result.index]);
        break;
      case Opcode::Phi:
        for (ValueId operand : operands) offer(operand, hints[i.result.index]);
        break;
      case Opcode::Select:
        offer(operands[1], hints[i.result.index]);
        offer(operands[2], hints[i.result.index]);
        break;
      default:
        break;
      }
    }
  }
  return hints;
}

namespace {

// Whether `value` is, through copies and choices, the result of a call that allocates.
class ResultOfAllocation {
public:
  ResultOfAllocation(const Program& program, const Function& function, const ModelOf& modelOf)
      : program_(program), function_(function), modelOf_(modelOf) {}

  bool check(ValueId value, unsigned depth = 0) {
    if (!value.isLocal() || depth > 8) return false;
    InstructionId definition = program_.local(function_, value.local()).definition;
    if (!definition) return false;
    const Instruction& i = program_.instructions[definition];
    auto operands = program_.operandsOf(i);
    switch (i.opcode) {
    case Opcode::Call: {
      const CallModel* model = modelOf_(program_.calleeOf(i));
      return model && (model->has(EffectKind::Allocate) || model->has(EffectKind::Reallocate));
    }
    case Opcode::Allocate:
      return i.storage == Storage::Heap;
    case Opcode::Copy:
      return check(operands[0], depth + 1);
    case Opcode::Select:
      return check(operands[1], depth + 1) || check(operands[2], depth + 1);
    case Opcode::Phi:
      for (ValueId operand : operands)
        if (operand != value && check(operand, depth + 1)) return true;
      return false;
    default:
      return false;
    }
  }

private:
  const Program& program_;
  const Function& function_;
  const ModelOf& modelOf_;
};

bool isParameter(const Program& program, const Function& function, ValueId value, unsigned depth = 0) {
  if (!value.isLocal() || depth > 8) return false;
  if (value.local().index < function.parameterCount) return true;
  InstructionId definition = program.local(function, value.local()).definition;
  if (!definition) return false;
  const Instruction& i = program.instructions[definition];
  return i.opcode == Opcode::Copy && isParameter(program, function, program.operandsOf(i)[0], depth + 1);
}

// Whether the value is a parameter, or was read from where one leads.
bool isReachedFromParameter(const Program& program, const Function& function, ValueId value) {
  for (unsigned depth = 0; depth < 16 && value.isLocal(); ++depth) {
    if (value.local().index < function.parameterCount) return true;
    InstructionId definition = program.local(function, value.local()).definition;
    if (!definition) return false;
    const Instruction& i = program.instructions[definition];
    if (i.opcode != Opcode::Copy && i.opcode != Opcode::Field && i.opcode != Opcode::Index && i.opcode != Opcode::Load)
      return false;
    value = program.operandsOf(i)[0];
  }
  return false;
}

bool isWrapper(const Program& program, const Function& function, const ModelOf& modelOf) {
  ResultOfAllocation allocates(program, function, modelOf);
  for (BlockId b : program.blocksOf(function))
    for (InstructionId id : program.instructionsOf(program.blocks[b])) {
      const Instruction& i = program.instructions[id];
      auto operands = program.operandsOf(i);
      if (i.opcode == Opcode::Return && !operands.empty() && allocates.check(operands[0])) return true;
      if (i.opcode != Opcode::Call) continue;
      const CallModel* model = modelOf(program.calleeOf(i));
      if (const Effect* join = model ? model->find(EffectKind::Join) : nullptr) {
        auto arguments = program.argumentsOf(i);
        if (join->handle.kind == CallPart::Argument && join->handle.index < arguments.size() &&
            isReachedFromParameter(program, function, arguments[join->handle.index]))
          return true;
      }
      if (!model || !model->has(EffectKind::Fork)) continue;
      for (ValueId operand : operands)
        if (isParameter(program, function, operand)) return true;
    }
  return false;
}

} // namespace

llvm::DenseSet<FunctionId> findWrappers(const Program& program, const ModelOf& modelOf) {
  llvm::DenseSet<FunctionId> wrappers;
  for (uint32_t f = 0; f < program.functions.size(); ++f)
    if (isWrapper(program, program.functions[FunctionId(f)], modelOf)) wrappers.insert(FunctionId(f));
  return wrappers;
}

bool isLibrary(const Program& program, const Function& function) {
  if (!function.position) return false;
  return isSystemFile(program.text(program.positions[function.position].file));
}

llvm::DenseSet<FunctionId> findLibrary(const Program& program) {
  llvm::DenseSet<FunctionId> library;
  for (uint32_t f = 0; f < program.functions.size(); ++f)
    if (isLibrary(program, program.functions[FunctionId(f)])) library.insert(FunctionId(f));
  return library;
}

} // namespace steward
