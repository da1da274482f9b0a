#include "pointer/allocation.h"

#include "pointer/call_parts.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace steward {

namespace {

// Collects what the uses of values say they point to.
class PointeeHints {
public:
  PointeeHints(const Program& program, Layout& layout, const Function& function)
      : program_(program), layout_(layout), function_(function), hints_(function.localCount),
        disagree_(function.localCount) {}

  std::vector<TypeId> find() {
    for (uint32_t i = 0; i < function_.localCount; ++i)
      offerPointer(ValueId::local(LocalId(i)), program_.locals[function_.firstLocal + i].type);
    // Uses come after definitions, so backwards one pass carries a hint up a chain of copies.
    for (uint32_t b = function_.blockCount; b-- > 0;) {
      const Block& block = program_.blocks[BlockId(function_.firstBlock.index + b)];
      for (uint32_t k = block.instructionCount; k-- > 0;)
        visit(program_.instructions[InstructionId(block.firstInstruction.index + k)]);
    }
    for (uint32_t i = 0; i < function_.localCount; ++i)
      if (disagree_[i]) hints_[i] = {};
    return std::move(hints_);
  }

private:
  void visit(const Instruction& i) {
    auto operands = program_.operandsOf(i);
    switch (i.opcode) {
    case Opcode::Field:
      offer(operands[0], i.type);
      break;
    case Opcode::Index:
      if (i.immediate > 1) offer(operands[0], i.type);
      break;
    case Opcode::Copy:
      if (i.result) pass(i.result, operands[0]);
      break;
    case Opcode::Phi:
      for (ValueId operand : operands) pass(i.result, operand);
      break;
    case Opcode::Select:
      pass(i.result, operands[1]);
      pass(i.result, operands[2]);
      break;
    case Opcode::Store:
      offerPointer(operands[1], declaredAt(operands[0]));
      break;
    case Opcode::MemoryCopy:
      // Memory that a whole struct is copied to, when nothing else says more.
      if (auto length = program_.integer(operands[2]); length && operands[0].isLocal() && !hintAt(operands[0]))
        if (TypeId type = structAt(operands[1]); type && program_.types[type].size == static_cast<uint64_t>(*length))
          offer(operands[0], type);
      break;
    case Opcode::Return:
      if (!operands.empty() && isFunction(function_.type))
        offerPointer(operands[0], program_.types[function_.type].element);
      break;
    case Opcode::Call: {
      TypeId signature = program_.functions[program_.calleeOf(i)].type;
      if (!isFunction(signature)) break;
      auto parameters = program_.fieldsOf(program_.types[signature]);
      for (size_t k = 0; k < std::min(parameters.size(), operands.size()); ++k)
        offerPointer(operands[k], parameters[k].type);
      break;
    }
    default:
      break;
    }
  }

  TypeId hintAt(ValueId value) const { return hints_[value.local().index]; }

  // The struct that a pointer is to, by its own declaration or that of the variable.
  TypeId structAt(ValueId pointer) const {
    if (!pointer.isLocal()) return {};
    const Local& local = program_.local(function_, pointer.local());
    TypeId type = local.definition && program_.instructions[local.definition].opcode == Opcode::Allocate
                      ? program_.instructions[local.definition].type
                      : hintAt(pointer);
    return type && program_.types[type].kind == TypeKind::Struct ? type : TypeId();
  }

  bool isFunction(TypeId id) const { return id && program_.types[id].kind == TypeKind::Function; }

  // What the place that an address denotes is declared as.
  TypeId declaredAt(ValueId address) const {
    if (address.isConstant()) {
      const Constant& c = program_.constants[address.constant()];
      return c.kind == ConstantKind::Global && c.value == 0 ? program_.globals[GlobalId(c.symbol)].type : TypeId();
    }
    InstructionId definition = program_.local(function_, address.local()).definition;
    if (!definition) return {};
    const Instruction& i = program_.instructions[definition];
    if (i.opcode == Opcode::Allocate && i.storage == Storage::Stack) return i.type;
    if (i.opcode != Opcode::Field || !i.type) return {};
    for (const TypeField& field : program_.fieldsOf(program_.types[i.type]))
      if (field.offset == static_cast<uint64_t>(i.immediate)) return field.type;
    return {};
  }

  void offerPointer(ValueId value, TypeId pointer) {
    if (pointer && program_.types[pointer].kind == TypeKind::Pointer) offer(value, program_.types[pointer].element);
  }

  void pass(LocalId from, ValueId to) {
    if (!to.isLocal()) return;
    offer(to, hints_[from.index]);
    if (disagree_[from.index]) disagree_[to.local().index] = true;
  }

  void offer(ValueId value, TypeId type) {
    if (!value.isLocal() || !type) return;
    const Type& t = program_.types[type];
    if (t.size == 0 || t.kind == TypeKind::Void || t.kind == TypeKind::Function) return;
    uint32_t local = value.local().index;
    TypeId& hint = hints_[local];
    // A pointer to characters is to text when nothing tells that it is to something else.
    if (hint && t.size == 1) return;
    if (!hint || hint == type || program_.types[hint].size == 1) {
      hint = type;
      return;
    }
    // The larger of two structs of which one begins with the other; a struct rather than a number.
    bool isStruct = t.fieldCount > 0, wasStruct = program_.types[hint].fieldCount > 0;
    if (isStruct != wasStruct) {
      if (isStruct) hint = type;
    } else if (isStruct ? !layout_.mayStartAt(hint, 0, type) && !layout_.mayStartAt(type, 0, hint)
                        : program_.types[hint].size != t.size) {
      disagree_[local] = true;
    } else if (t.size > program_.types[hint].size) {
      hint = type;
    }
  }

  const Program& program_;
  Layout& layout_;
  const Function& function_;
  std::vector<TypeId> hints_;
  std::vector<bool> disagree_;
};

} // namespace

std::vector<TypeId> pointeeHints(const Program& program, Layout& layout, const Function& function) {
  return PointeeHints(program, layout, function).find();
}

FunctionId Allocations::functionOf(InstructionId i) {
  if (firstInstructions_.empty()) {
    for (uint32_t f = 0; f < program_.functions.size(); ++f)
      if (const Function& function = program_.functions[FunctionId(f)]; !function.isDeclaration())
        firstInstructions_.push_back({program_.blocks[function.firstBlock].firstInstruction.index, FunctionId(f)});
    llvm::sort(firstInstructions_);
  }
  auto it = llvm::upper_bound(firstInstructions_, i.index,
                              [](uint32_t index, const auto& entry) { return index < entry.first; });
  return it == firstInstructions_.begin() ? FunctionId() : std::prev(it)->second;
}

void Allocations::findStorage(FunctionId function, llvm::function_ref<void(InstructionId)> ofInstruction,
                              llvm::function_ref<void(GlobalId)> ofGlobal, llvm::function_ref<void(TypeId)> ofHeader) {
  const Function& f = program_.functions[function];
  const auto& hints = hintsOf(function);
  auto hintOf = [&](ValueId value) { return value.isLocal() ? hints[value.local().index] : TypeId(); };
  auto isStruct = [&](LocalId local) {
    return hints[local.index] && program_.types[hints[local.index]].fieldCount > 0;
  };
  for (BlockId b : program_.blocksOf(f))
    for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
      const Instruction& i = program_.instructions[id];
      // The element of an array is where the array is.
      if (i.opcode == Opcode::Field || i.opcode == Opcode::Allocate) {
        if (isStruct(i.result)) ofInstruction(id);
        continue;
      }
      // Behind the first element, as something else than another element.
      if (i.opcode == Opcode::Index && i.result) {
        TypeId header = hintOf(program_.operandsOf(i)[0]), behind = hints[i.result.index];
        auto index = program_.integer(program_.operandsOf(i)[1]);
        bool isBehind = header && program_.types[header].fieldCount && index && *index > 0 &&
                        static_cast<uint64_t>(i.immediate * *index) >= program_.types[header].size;
        if (isBehind && behind != header && (!behind || program_.types[behind].fieldCount)) ofHeader(header);
      }
      bool isWay = i.opcode == Opcode::Index || i.opcode == Opcode::Copy || i.opcode == Opcode::Phi ||
                   i.opcode == Opcode::Select;
      if (isWay && isStruct(i.result))
        for (ValueId base : program_.operandsOf(i)) {
          if (base.isConstant() && program_.constants[base.constant()].kind == ConstantKind::Global)
            ofGlobal(GlobalId(program_.constants[base.constant()].symbol));
          if (base.isLocal())
            if (InstructionId definition = program_.local(f, base.local()).definition)
              if (Opcode op = program_.instructions[definition].opcode; op == Opcode::Field || op == Opcode::Allocate)
                ofInstruction(definition);
        }
      // What is returned as a pointer to anything is used as something.
      if (i.opcode == Opcode::Return && !program_.operandsOf(i).empty() && returnsAnything(program_, f)) {
        ValueId value = program_.operandsOf(i)[0];
        InstructionId definition = value.isLocal() ? program_.local(f, value.local()).definition : InstructionId();
        if (definition && program_.instructions[definition].opcode == Opcode::Index)
          if (ValueId array = program_.operandsOf(program_.instructions[definition])[0]; array.isLocal())
            definition = program_.local(f, array.local()).definition;
        if (definition && program_.instructions[definition].opcode == Opcode::Field) ofInstruction(definition);
      }
      // A global variable that is used as a struct is passed or accessed as it is.
      if (i.opcode == Opcode::Field && i.type)
        if (ValueId v = program_.operandsOf(i)[0];
            v.isConstant() && program_.constants[v.constant()].kind == ConstantKind::Global)
          ofGlobal(GlobalId(program_.constants[v.constant()].symbol));
    }
}

TypeId Allocations::pointee(FunctionId function, ValueId value) {
  if (value.isConstant()) {
    const Constant& c = program_.constants[value.constant()];
    if (c.kind != ConstantKind::Global || c.value < 0) return {};
    return layout_.partAt(program_.globals[GlobalId(c.symbol)].type, static_cast<uint64_t>(c.value));
  }
  if (!value.isLocal()) return {};
  if (TypeId hint = hintsOf(function)[value.local().index]) return hint;
  InstructionId definition = program_.local(program_.functions[function], value.local()).definition;
  if (!definition) return {};
  const Instruction& i = program_.instructions[definition];
  if (i.opcode == Opcode::Allocate) return i.type;
  if (i.opcode != Opcode::Field || !i.type) return {};
  for (const TypeField& field : program_.fieldsOf(program_.types[i.type]))
    if (field.offset == static_cast<uint64_t>(i.immediate)) return field.type;
  return {};
}

const std::vector<TypeId>& Allocations::hintsOf(FunctionId function) {
  auto [it, isNew] = hints_.try_emplace(function);
  if (isNew) it->second = pointeeHints(program_, layout_, program_.functions[function]);
  return it->second;
}

// An allocator behind a pointer is whichever one the pointer is to.
static bool mayCall(const Program& program, InstructionId at, FunctionId callee) {
  const Instruction& call = program.instructions[at];
  if (call.opcode != Opcode::CallIndirect) return program.calleeOf(call) == callee;
  return isAllocatorCall(program, call) && program.argumentsOf(call).size() == program.functions[callee].parameterCount;
}

// The ways along the chain from a wrapper to another; contexts leave them out.
const Allocations::Ways& Allocations::chains(FunctionId from, FunctionId to, unsigned depth) {
  constexpr unsigned longest = 8, most = 16;
  auto [known, isNew] = chains_.try_emplace({from, to});
  if (!isNew || depth == longest) return known->second;
  Ways found;
  for (BlockId b : program_.blocksOf(program_.functions[from]))
    for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
      const Instruction& i = program_.instructions[id];
      if (!isCall(i.opcode)) continue;
      FunctionId callee = i.opcode == Opcode::Call ? program_.calleeOf(i) : FunctionId();
      Ways ways;
      if (mayCall(program_, id, to))
        ways.emplace_back();
      else if (callee && special_.links.contains(callee))
        ways = chains(callee, to, depth + 1);
      for (std::vector<uint32_t>& way : ways) {
        if (found.size() == most) break;
        way.insert(way.begin(), id.index);
        found.push_back(std::move(way));
      }
    }
  return chains_[{from, to}] = std::move(found);
}

// All calls, with those between the wrappers of a chain, in each way that there is.
Allocations::Ways Allocations::withChains(FunctionId in, Calls calls) {
  Ways all{{}};
  for (FunctionId to = in; !calls.empty(); calls = calls.drop_back()) {
    InstructionId at(calls.back());
    const Instruction& call = program_.instructions[at];
    FunctionId callee = call.opcode == Opcode::Call ? program_.calleeOf(call) : FunctionId();
    Ways between{{}};
    if (callee && callee != to) between = chains(callee, to);
    Ways longer;
    for (const auto& way : between)
      for (const auto& rest : all) {
        longer.push_back({at.index});
        longer.back().insert(longer.back().end(), way.begin(), way.end());
        longer.back().insert(longer.back().end(), rest.begin(), rest.end());
      }
    all = std::move(longer);
    to = functionOf(at);
  }
  return all;
}

TypeId Allocations::typeOf(InstructionId at, FunctionId in, Calls calls) {
  for (;;) {
    const Instruction& i = program_.instructions[at];
    TypeId type = i.result ? hintsOf(in)[i.result.index] : TypeId();
    // In a wrapper only its own header tells: as bytes or numbers it is looked at for filling or counting it.
    if (type && (!special_.links.contains(in) || program_.types[type].fieldCount)) return type;
    // Then how the caller uses it, if the function hands on what it allocated.
    if (calls.empty() || !mayCall(program_, InstructionId(calls.back()), in)) return {};
    at = InstructionId(calls.back());
    calls = calls.drop_back();
    in = functionOf(at);
  }
}

Allocations::Size Allocations::sizeOf(FunctionId in, ValueId value, Calls calls, unsigned& steps) {
  if (auto number = program_.integer(value)) return {0, *number < 0 ? 0 : static_cast<uint64_t>(*number)};
  // Steps are counted in all, not in depth: a length that is added up in loops is a graph with very many ways through.
  if (!value.isLocal() || steps == 0) return {};
  --steps;
  const Function& f = program_.functions[in];
  InstructionId definition = program_.local(f, value.local()).definition;
  if (!definition) {
    // A parameter: what the call passed.
    if (calls.empty()) return {};
    InstructionId at(calls.back());
    const Instruction& call = program_.instructions[at];
    auto arguments = program_.argumentsOf(call);
    if (!mayCall(program_, at, in) || value.local().index >= arguments.size()) return {};
    return sizeOf(functionOf(at), arguments[value.local().index], calls.drop_back(), steps);
  }
  const Instruction& i = program_.instructions[definition];
  auto operands = program_.operandsOf(i);
  auto operand = [&](unsigned k) { return sizeOf(in, operands[k], calls, steps); };
  switch (i.opcode) {
  case Opcode::Copy:
    return operand(0);
  case Opcode::Phi:
  case Opcode::Select: {
    // One of several; of those, a number is what stands in for nothing ("at least 8").
    Size result;
    bool isFirst = true;
    for (unsigned k = i.opcode == Opcode::Select; k < operands.size(); ++k) {
      if (program_.integer(operands[k])) continue;
      Size next = operand(k);
      if (!isFirst && result != next) return {};
      result = next;
      isFirst = false;
    }
    return result;
  }
  case Opcode::Binary: {
    Size a = operand(0), b = operand(1);
    if (i.binary == BinaryKind::Add) return {std::gcd(a.multipleOf, b.multipleOf), a.rest + b.rest};
    if (i.binary == BinaryKind::Shl && b.isKnown() && b.rest < 32)
      b = {0, uint64_t{1} << b.rest};
    else if (i.binary != BinaryKind::Mul)
      return {};
    return product(a, b);
  }
  default:
    return {};
  }
}

Allocations::Size Allocations::product(Size a, Size b) {
  if (a.isKnown()) std::swap(a, b);
  if (b.isKnown()) return {a.multipleOf * b.rest, a.rest * b.rest};
  return {a.rest || b.rest ? 1 : a.multipleOf * b.multipleOf, 0};
}

Allocations::Size Allocations::sizeOf(InstructionId at, FunctionId in, const Effect& effect, Calls calls) {
  if (effect.bytes) return {0, effect.bytes};
  if (!effect.size) return {};
  Size size{0, 1};
  constexpr unsigned maxSteps = 64;
  for (CallPart factor : {effect.size, effect.count}) {
    if (!factor) continue;
    ValueId value = partOf(program_, program_.instructions[at], factor);
    unsigned steps = maxSteps;
    size = product(size, value ? sizeOf(in, value, calls, steps) : Size());
  }
  return size;
}

// How far behind its start a wrapper gives out what it allocates.
uint64_t Allocations::leadOf(InstructionId at, FunctionId in) {
  const Function& f = program_.functions[in];
  LocalId memory = program_.instructions[at].result;
  if (!special_.links.contains(in) || !memory) return 0;
  std::optional<uint64_t> lead;
  bool isOne = true;
  llvm::DenseSet<std::pair<uint32_t, uint64_t>> seen; // values, and how far behind them the result lies
  std::function<void(ValueId, uint64_t, unsigned)> follow = [&](ValueId value, uint64_t distance, unsigned depth) {
    if (!value.isLocal() || depth > 8 || !seen.insert({value.local().index, distance}).second) return;
    if (value.local() == memory) {
      isOne &= !lead || *lead == distance;
      lead = distance;
      return;
    }
    InstructionId definition = program_.local(f, value.local()).definition;
    if (!definition) return;
    const Instruction& i = program_.instructions[definition];
    auto operands = program_.operandsOf(i);
    if (i.opcode == Opcode::Copy) follow(operands[0], distance, depth + 1);
    if (i.opcode == Opcode::Field) follow(operands[0], distance + static_cast<uint64_t>(i.immediate), depth + 1);
    if (i.opcode == Opcode::Index)
      if (auto index = program_.integer(operands[1]))
        follow(operands[0], distance + static_cast<uint64_t>(i.immediate * *index), depth + 1);
    if (i.opcode == Opcode::Phi || i.opcode == Opcode::Select)
      for (ValueId operand : operands.drop_front(i.opcode == Opcode::Select)) follow(operand, distance, depth + 1);
  };
  for (BlockId b : program_.blocksOf(f)) {
    const Block& block = program_.blocks[b];
    const Instruction& i =
        program_.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
    if (i.opcode == Opcode::Return && !program_.operandsOf(i).empty()) follow(program_.operandsOf(i)[0], 0, 0);
  }
  return lead && isOne ? *lead : 0;
}

// What the elements of the array take that the type ends with; 0 when it does not end so. There may be more of them
// than it says: `items[]`, or as it was written before, `items[1]`.
static uint64_t lastElementBytes(const Program& program, const Type& type) {
  if (type.kind != TypeKind::Struct || !type.fieldCount) return 0;
  const Type& last = program.types[program.fieldsOf(type).back().type];
  return last.kind == TypeKind::Array && last.count <= 1 ? program.types[last.element].size : 0;
}

HeapShape Allocations::shape(InstructionId at, FunctionId in, const Effect* effect, Calls calls) {
  HeapShape result{{}, 0, false, leadOf(at, in)};
  std::optional<Size> size;
  std::optional<TypeId> type;
  for (const std::vector<uint32_t>& way : withChains(in, calls)) {
    Size next = effect ? sizeOf(at, in, *effect, way) : Size();
    // Some ways round it up, who knows how; what counts is what was asked for.
    if (!size || *size == Size())
      size = next;
    else if (*size != next && next != Size())
      size = Size{std::gcd(size->multipleOf, next.multipleOf), 0};
    TypeId used = typeOf(at, in, way);
    type = type && *type != used ? TypeId() : used;
  }
  if (!size) return result;
  // A header of the allocator's own is not for the one who asked.
  if (size->rest >= result.lead)
    size->rest -= result.lead;
  else
    size = Size();
  if (size->isKnown()) result.bytes = size->rest;
  result.type = *type;
  if (!result.type) return result;
  const Type& t = program_.types[result.type];
  uint64_t item = lastElementBytes(program_, t);
  bool hasMoreItems = item && size->rest >= t.size && Size{size->multipleOf, size->rest - t.size}.isMultipleOf(item);
  bool isOpenEnded = item && program_.types[program_.fieldsOf(t).back().type].count == 0;
  if (size->isMultipleOf(t.size) || hasMoreItems || isOpenEnded || (!size->isKnown() && !t.fieldCount)) return result;
  if (size->isKnown() && size->rest < t.size)
    result.type = {};
  else
    result.hasTail = true;
  return result;
}

} // namespace steward
