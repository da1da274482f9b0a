#include "order/initial.h"

namespace steward {

InitialValue initialValue(const PointerAnalysis& pointers, const ExactAddress& address, uint64_t bytes) {
  const Program& program = pointers.program();
  const Object& object = pointers.objects()[address.object];
  if (object.kind == ObjectKind::Stack) return {InitialKind::Undefined};
  if (object.kind == ObjectKind::Heap) {
    InstructionId site(object.site);
    if (isCall(program.instructions[site].opcode))
      for (const CallModel* model : pointers.modelsAt({object.instance, site}))
        for (const Effect& effect : model->effects) {
          if (effect.kind == EffectKind::Reallocate) return {}; // what was in the memory before
          if (effect.kind == EffectKind::Allocate && effect.zeroed) return {InitialKind::Number, 0};
        }
    return {InitialKind::Undefined};
  }
  if (object.kind != ObjectKind::Global) return {};
  const Global& global = program.globals[GlobalId(object.site)];
  if (global.isExternal || global.isConstant) return {};
  for (const Initializer& part : program.initializersOf(global)) {
    const Constant& c = program.constants[part.value.constant()];
    bool isRow = c.kind == ConstantKind::Undefined; // of unknown length
    if (part.offset == address.offset && c.kind == ConstantKind::Integer) return {InitialKind::Number, c.value};
    if (part.offset < address.offset + bytes && (isRow || part.offset >= address.offset)) return {};
  }
  return {InitialKind::Number, 0};
}

} // namespace steward
