#include "sharing/accesses.h"

namespace steward {

namespace {

class Collector {
public:
  Collector(const Program& program, InstructionId id) : program_(program), id_(id), i_(program.instructions[id]) {}

  llvm::SmallVector<MemoryAccess, 2> result;

  void add(AccessMode mode, ValueId pointer, uint64_t bytes, bool isAtomic = false, bool isText = false,
           bool isValue = false) {
    if (pointer) result.push_back({id_, mode, isAtomic, pointer, bytes, isText, isValue});
  }

  void instruction() {
    auto operands = program_.operandsOf(i_);
    uint64_t bytes = static_cast<uint64_t>(i_.immediate);
    switch (i_.opcode) {
    case Opcode::Load:
      return add(AccessMode::Read, operands[0], bytes);
    case Opcode::Store:
      return add(AccessMode::Write, operands[0], bytes);
    case Opcode::AtomicLoad:
      return add(AccessMode::Read, operands[0], bytes, true);
    case Opcode::AtomicStore:
      return add(AccessMode::Write, operands[0], bytes, true);
    case Opcode::AtomicUpdate:
    case Opcode::CompareExchange:
      return add(AccessMode::Write, operands[0], bytes, true);
    case Opcode::MemoryCopy:
      add(AccessMode::Read, operands[1], length(operands[2]));
      return add(AccessMode::Write, operands[0], length(operands[2]));
    case Opcode::MemorySet:
      return add(AccessMode::Write, operands[0], length(operands[2]));
    default:
      return;
    }
  }

  void effect(const Effect& effect) {
    bool isText = !effect.bytes && !effect.size;
    switch (effect.kind) {
    case EffectKind::Read:
      return each(AccessMode::Read, effect.object, extent(effect), isText);
    case EffectKind::Write:
      return each(AccessMode::Write, effect.object, extent(effect), isText, effect.value);
    case EffectKind::Copy:
      each(AccessMode::Read, effect.from, extent(effect), isText);
      return each(AccessMode::Write, effect.to, extent(effect), isText);
    case EffectKind::Free:
      return each(AccessMode::Free, effect.object, Location::any);
    case EffectKind::Reallocate:
      return each(AccessMode::Free, effect.object, Location::any);
    // Taking a lock needs one that is still there.
    case EffectKind::Acquire:
      return each(AccessMode::Read, effect.object, 1, false, false, true);
    case EffectKind::LockDestroy:
      return each(AccessMode::Free, effect.object, 1);
    case EffectKind::Store:
      return each(AccessMode::Write, effect.to, 8);
    // A thread's handle is an ordinary variable of the program.
    case EffectKind::Fork:
      if (effect.handle.kind == CallPart::Argument) each(AccessMode::Write, effect.handle, 8);
      return;
    case EffectKind::Join:
      if (effect.to) each(AccessMode::Write, effect.to, 8);
      return;
    case EffectKind::Allocate:
      if (effect.to.kind == CallPart::Argument) each(AccessMode::Write, effect.to, 8);
      return;
    default:
      return;
    }
  }

private:
  uint64_t length(ValueId value) const {
    auto number = program_.integer(value);
    return number && *number >= 0 ? static_cast<uint64_t>(*number) : Location::any;
  }

  uint64_t extent(const Effect& effect) const { return extentOf(program_, i_, effect).value_or(Location::any); }

  void each(AccessMode mode, CallPart part, uint64_t bytes, bool isText = false, bool isValue = false,
            bool isAtomic = false) {
    if (part.kind == CallPart::ArgumentsFrom) {
      auto arguments = program_.argumentsOf(i_);
      for (size_t k = part.index; k < arguments.size(); ++k) add(mode, arguments[k], bytes, isAtomic, isText, isValue);
    } else {
      add(mode, partOf(program_, i_, part), bytes, isAtomic, isText, isValue);
    }
  }

  const Program& program_;
  InstructionId id_;
  const Instruction& i_;
};

} // namespace

llvm::SmallVector<MemoryAccess, 2> accessesOf(const PointerAnalysis& pointers, InstanceId instance, InstructionId id) {
  const Program& program = pointers.program();
  const Instruction& i = program.instructions[id];
  Collector collector(program, id);
  if (i.isSynthetic) return {};
  if (!isCall(i.opcode))
    collector.instruction();
  else
    for (const CallModel* model : pointers.modelsAt({instance, id}))
      for (const Effect& effect : model->effects) collector.effect(effect);
  return std::move(collector.result);
}

} // namespace steward
