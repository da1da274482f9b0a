#include "pointer/call_parts.h"

namespace steward {

ValueId argumentOf(const Program& program, const Instruction& call, CallPart part) {
  if (part.kind == CallPart::Result) return call.result ? ValueId::local(call.result) : ValueId();
  auto arguments = program.argumentsOf(call);
  bool isArgument = part.kind == CallPart::Argument || part.kind == CallPart::ArgumentsFrom;
  if (!isArgument || part.index >= arguments.size()) return {};
  return arguments[part.index];
}

ValueId partOf(const Program& program, const Instruction& call, CallPart part) {
  return part.indirect ? ValueId() : argumentOf(program, call, part);
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

} // namespace steward
