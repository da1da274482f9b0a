#include "race/ways.h"

#include "pointer/call_parts.h"

namespace steward {

static constexpr unsigned maxDepth = 100, maxSteps = 400;

// An object that is new, or else found again: who makes it is who uses it first.
Ways::Answer Ways::Sources::answer() const {
  Way way = picked    ? Way::Found
            : made    ? Way::Made
            : found   ? Way::Found
            : unknown ? Way::Unknown
            : own     ? Way::Own
                      : Way::Unknown;
  return {way, loads, ledBy, named};
}

Ways::Answer Ways::of(FrameId frame, ValueId pointer, uint64_t stride) {
  auto [it, isNew] = known_.try_emplace({frame, pointer, stride}, Answer());
  if (!isNew) return it->second;
  Sources sources;
  sources.stride = stride;
  trace({order_[frame].instance, frame}, pointer, false, 0, sources);
  return known_[{frame, pointer, stride}] = sources.answer();
}

// `isBehind`: not the value itself is the object's address, but something that it leads to.
void Ways::trace(const Context& context, ValueId value, bool isBehind, unsigned depth, Sources& sources) {
  if (!sources.seen.insert({context.instance, value, isBehind}).second) return;
  if (depth > maxDepth || sources.seen.size() >= maxSteps) {
    sources.unknown = true;
    return;
  }
  if (value.isConstant()) {
    const Constant& constant = program_.constants[value.constant()];
    if (constant.kind != ConstantKind::Global) return;
    bool isThreads = program_.globals[GlobalId(constant.symbol)].isThreadLocal;
    (isThreads ? sources.own : sources.found) = true;
    if (!isBehind) sources.named.push_back(GlobalId(constant.symbol));
    return;
  }
  if (!value.isLocal()) {
    sources.unknown = true;
    return;
  }
  const Function& function = pointers_.functionOf(context.instance);
  InstructionId definition = program_.local(function, value.local()).definition;
  if (!definition) return traceParameter(context, value.local().index, isBehind, depth, sources);
  const Instruction& i = program_.instructions[definition];
  auto operands = program_.operandsOf(i);
  switch (i.opcode) {
  case Opcode::Index:
    if (!isBehind && sources.stride != 0 && static_cast<uint64_t>(i.immediate) == sources.stride) sources.picked = true;
    return trace(context, operands[0], isBehind, depth + 1, sources);
  case Opcode::Field:
  case Opcode::Copy:
  case Opcode::Extract:
    return trace(context, operands[0], isBehind, depth + 1, sources);
  case Opcode::Phi:
    for (ValueId operand : operands)
      if (operand != value) trace(context, operand, isBehind, depth + 1, sources);
    return;
  case Opcode::Select:
    for (ValueId operand : operands.drop_front()) trace(context, operand, isBehind, depth + 1, sources);
    return;
  case Opcode::Binary:
    for (ValueId operand : operands) trace(context, operand, isBehind, depth + 1, sources);
    return;
  case Opcode::Allocate:
    if (i.storage == Storage::Heap)
      (isBehind ? sources.own : sources.made) = true; // what lies in something new was put there since
    else if (isBehind)
      traceStored(context, value, depth, sources);
    else
      sources.own = true;
    return;
  case Opcode::Load:
  case Opcode::AtomicLoad:
  case Opcode::AtomicUpdate:
  case Opcode::CompareExchange:
    (isBehind ? sources.ledBy : sources.loads).push_back({context.instance, definition});
    return trace(context, operands[0], true, depth + 1, sources);
  case Opcode::Call:
  case Opcode::CallIndirect:
    return traceResult(context, definition, isBehind, depth, sources);
  default:
    sources.unknown = true;
  }
}

void Ways::traceParameter(const Context& context, uint32_t index, bool isBehind, unsigned depth, Sources& sources) {
  if (context.caller) {
    auto arguments = program_.argumentsOf(program_.instructions[context.call]);
    if (index < arguments.size()) return trace(*context.caller, arguments[index], isBehind, depth + 1, sources);
    sources.unknown = true;
    return;
  }
  auto given = ofParameter(context.frame, index, isBehind, sources.stride);
  if (!given) return;
  sources.own |= given->way == Way::Own;
  sources.made |= given->way == Way::Made;
  sources.found |= given->way == Way::Found;
  sources.unknown |= given->way == Way::Unknown;
  sources.ledBy.insert(sources.ledBy.end(), given->ledBy.begin(), given->ledBy.end());
  if (isBehind) return;
  sources.loads.insert(sources.loads.end(), given->loads.begin(), given->loads.end());
  sources.named.insert(sources.named.end(), given->named.begin(), given->named.end());
}

std::optional<Ways::Answer> Ways::ofParameter(FrameId frame, uint32_t index, bool isBehind, uint64_t stride) {
  auto key = std::tuple(frame, index, isBehind, stride);
  auto [it, isNew] = parameters_.try_emplace(key);
  if (!isNew) return it->second;
  const auto& calls = calls_[frame];
  Answer result{Way::Own};
  bool ways[4] = {};
  for (const FrameCall* call : calls) {
    Sources sources;
    sources.stride = stride;
    auto arguments = program_.argumentsOf(program_.instructions[call->call]);
    if (!pointers_.isPlainCall({order_[call->from].instance, call->call}))
      sources.own = true; // a handler: what it was handed is its own
    else if (index < arguments.size())
      trace({order_[call->from].instance, call->from}, arguments[index], isBehind, 0, sources);
    else
      sources.unknown = true;
    if (sources.empty()) continue;
    Answer one = sources.answer();
    ways[static_cast<unsigned>(one.way)] = true;
    constexpr size_t enough = 8;
    if (result.loads.size() < enough) result.loads.insert(result.loads.end(), one.loads.begin(), one.loads.end());
    if (result.ledBy.size() < enough) result.ledBy.insert(result.ledBy.end(), one.ledBy.begin(), one.ledBy.end());
    if (result.named.size() < enough) result.named.insert(result.named.end(), one.named.begin(), one.named.end());
  }
  // Code that is run for a thread's own object is mostly run for that, whoever else calls it. The start of a thread is
  // called by nobody.
  for (Way way : {Way::Found, Way::Unknown, Way::Made, Way::Own})
    if (ways[static_cast<unsigned>(way)]) result.way = way;
  return parameters_[key] = result;
}

void Ways::traceResult(const Context& context, InstructionId id, bool isBehind, unsigned depth, Sources& sources) {
  const Instruction& call = program_.instructions[id];
  CallSite site{context.instance, id};
  bool isKnown = false;
  for (const CallModel* model : pointers_.modelsAt(site))
    for (const Effect& effect : model->effects) {
      if (effect.kind == EffectKind::Allocate || effect.kind == EffectKind::Reallocate) {
        (isBehind ? sources.own : sources.made) = true;
        isKnown = true;
      } else if (effect.kind == EffectKind::KeyGet) {
        sources.own = isKnown = true;
      } else if (effect.kind == EffectKind::Return) {
        if (ValueId from = argumentOf(program_, call, effect.object)) {
          trace(context, from, isBehind, depth + 1, sources);
          isKnown = true;
        }
      }
    }
  if (isKnown) return;
  auto callees = pointers_.callees(site);
  if (callees.empty() || callees.size() > 4 || !pointers_.isPlainCall(site)) {
    sources.unknown = true;
    return;
  }
  for (InstanceId callee : callees) {
    Context inside{callee, {}, &context, id};
    for (BlockId b : program_.blocksOf(pointers_.functionOf(callee)))
      for (InstructionId r : program_.instructionsOf(program_.blocks[b]))
        if (const Instruction& back = program_.instructions[r]; back.opcode == Opcode::Return && back.operandCount != 0)
          trace(inside, program_.operandsOf(back)[0], isBehind, depth + 1, sources);
  }
}

// What was put into a variable of the function that has its address taken.
void Ways::traceStored(const Context& context, ValueId variable, unsigned depth, Sources& sources) {
  if (!traceStores(context, variable, depth, sources)) sources.unknown = true; // it is filled in somewhere else
}

// By the function, or by those that it hands the address to.
bool Ways::traceStores(const Context& context, ValueId variable, unsigned depth, Sources& sources) {
  constexpr size_t maxFilled = 6; // functions are gone through for each
  if (sources.filled.size() >= maxFilled || !sources.filled.insert({context.instance, variable}).second) return false;
  const Function& function = pointers_.functionOf(context.instance);
  auto isIn = [&](ValueId address) {
    for (unsigned n = 0; n < 8 && address.isLocal(); ++n) {
      if (address == variable) return true;
      InstructionId definition = program_.local(function, address.local()).definition;
      if (!definition) return false;
      const Instruction& i = program_.instructions[definition];
      if (i.opcode != Opcode::Field && i.opcode != Opcode::Index && i.opcode != Opcode::Copy) return false;
      address = program_.operandsOf(i)[0];
    }
    return false;
  };
  bool isKnown = false;
  for (BlockId b : program_.blocksOf(function))
    for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
      const Instruction& i = program_.instructions[id];
      if (i.opcode == Opcode::Store && isIn(program_.operandsOf(i)[0])) {
        trace(context, program_.operandsOf(i)[1], false, depth + 1, sources);
        isKnown = true;
      } else if (i.opcode == Opcode::MemoryCopy && isIn(program_.operandsOf(i)[0])) {
        trace(context, program_.operandsOf(i)[1], true, depth + 1, sources);
        isKnown = true;
      } else if (isCall(i.opcode)) {
        isKnown |= traceStoresIn(context, id, isIn, depth, sources);
      }
    }
  return isKnown;
}

bool Ways::traceStoresIn(const Context& context, InstructionId call, llvm::function_ref<bool(ValueId)> isMeant,
                         unsigned depth, Sources& sources) {
  CallSite site{context.instance, call};
  auto arguments = program_.argumentsOf(program_.instructions[call]);
  auto callees = pointers_.callees(site);
  constexpr size_t maxCallees = 4;
  if (callees.empty() || callees.size() > maxCallees || !pointers_.isPlainCall(site)) return false;
  bool isKnown = false;
  for (uint32_t k = 0; k < arguments.size(); ++k) {
    if (!isMeant(arguments[k])) continue;
    for (InstanceId callee : callees) {
      if (k >= pointers_.functionOf(callee).parameterCount) continue;
      Context inside{callee, {}, &context, call};
      isKnown |= traceStores(inside, ValueId::local(LocalId(k)), depth + 1, sources);
    }
  }
  return isKnown;
}

} // namespace steward
