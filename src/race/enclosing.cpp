// Elements with a number that nobody knows: all of their array then, and no more. An index that leaves its array is
// undefined, so `hist[id][bucket]` stays in the row of `id` whatever `bucket` is.
#include "race/symbolic.h"

namespace steward {

// The size of the array that lies at an offset of a type and has elements of `stride` bytes; 0 when there is none.
static uint64_t arrayAt(const Program& program, TypeId id, uint64_t offset, uint64_t stride) {
  for (unsigned depth = 0; id && depth < 16; ++depth) {
    const Type& type = program.types[id];
    if (type.kind == TypeKind::Array) {
      uint64_t element = type.element ? program.types[type.element].size : 0;
      // One element at the end of a struct often stands for as many as there is room for.
      if (offset == 0 && element == stride && type.count > 1) return type.size;
      if (!element || offset >= type.size) return 0;
      offset %= element;
      id = type.element;
      continue;
    }
    if (type.kind != TypeKind::Struct) return 0;
    TypeId inner;
    uint64_t start = 0;
    for (const TypeField& field : program.fieldsOf(type)) {
      if (!field.type || field.offset > offset || offset >= field.offset + program.types[field.type].size) continue;
      inner = field.type;
      start = field.offset;
    }
    offset -= start;
    id = inner;
  }
  return 0;
}

std::optional<EnclosingArray> Evaluator::enclosingArray(ScopeId scope, ValueId address, uint64_t bytes,
                                                        InstructionId at) {
  const Program& program = s_.program;
  const Function& function = program.functions[s_.functionOf(scope)];
  for (unsigned steps = 0; steps < 16; ++steps) {
    address = stripCopies(program, function, address);
    InstructionId definition =
        address.isLocal() ? program.local(function, address.local()).definition : InstructionId();
    if (!definition) return std::nullopt;
    const Instruction& step = program.instructions[definition];
    if (step.opcode != Opcode::Field && step.opcode != Opcode::Index) return std::nullopt;
    address = program.operandsOf(step)[0];
    if (step.opcode == Opcode::Field || step.immediate <= 0) continue;
    // What the step starts from says which array it is a step in.
    auto stride = static_cast<uint64_t>(step.immediate);
    ValueId start = stripCopies(program, function, address);
    InstructionId made = start.isLocal() ? program.local(function, start.local()).definition : InstructionId();
    if (!made) continue;
    const Instruction& from = program.instructions[made];
    uint64_t size = 0;
    if (from.opcode == Opcode::Index) size = arrayAt(program, from.type, 0, stride);
    if (from.opcode == Opcode::Field && from.immediate >= 0)
      size = arrayAt(program, from.type, static_cast<uint64_t>(from.immediate), stride);
    if (size == 0 || bytes > stride) continue;
    if (auto array = value(scope, address, at)) return EnclosingArray{*array, size};
  }
  return std::nullopt;
}

} // namespace steward
