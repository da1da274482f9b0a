// Elements with a number that nobody knows: all of their array then, and no more. An index that leaves its array is
// undefined, so `hist[id][bucket]` stays in the row of `id` whatever `bucket` is.
#include "race/symbolic.h"

namespace steward {

// The size of the array that starts at an offset of a type and has elements of `stride` bytes; 0 when there is none.
// One element at the end of a struct often stands for as many as there is room for, as does an array without a size.
static uint64_t arrayAt(const Layout& layout, TypeId type, uint64_t offset, uint64_t stride) {
  auto array = layout.arrayAround(type, offset, stride);
  bool isKnown = array && array->first == offset && array->second != ~uint64_t{0};
  return isKnown && array->second - offset > stride ? array->second - offset : 0;
}

std::optional<EnclosingArray> Evaluator::enclosingArray(ScopeId scope, ValueId address, uint64_t bytes,
                                                        InstructionId at) {
  const Program& program = s_.program;
  const Layout& layout = s_.pointers.objects().layout();
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
    if (from.opcode == Opcode::Index) size = arrayAt(layout, from.type, 0, stride);
    if (from.opcode == Opcode::Field && from.immediate >= 0)
      size = arrayAt(layout, from.type, static_cast<uint64_t>(from.immediate), stride);
    if (size == 0 || bytes > stride) continue;
    if (auto array = value(scope, address, at)) return EnclosingArray{*array, size};
  }
  return std::nullopt;
}

} // namespace steward
