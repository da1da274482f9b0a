#include "pointer/allocation.h"

#include "llvm/Demangle/Demangle.h"

#include "pointer/call_parts.h"

#include <algorithm>
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
    if (t.size <= 1 || t.kind == TypeKind::Void || t.kind == TypeKind::Function) return;
    uint32_t local = value.local().index;
    TypeId& hint = hints_[local];
    if (!hint || hint == type) {
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

static bool isToAnything(const Program& program, TypeId id) {
  if (!id || program.types[id].kind != TypeKind::Pointer) return false;
  TypeId element = program.types[id].element;
  return !element || program.types[element].kind == TypeKind::Void;
}

// Without debug information (and so without a position) no pointer says what it is to.
static bool returnsAnything(const Program& program, const Function& f) {
  return f.position && f.type && program.types[f.type].kind == TypeKind::Function &&
         isToAnything(program, program.types[f.type].element);
}

void Allocations::findStorage(FunctionId function, llvm::function_ref<void(InstructionId)> ofInstruction,
                              llvm::function_ref<void(GlobalId)> ofGlobal) {
  const Function& f = program_.functions[function];
  const auto& hints = hintsOf(function);
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

TypeId Allocations::typeOf(InstructionId at, FunctionId in, llvm::ArrayRef<uint32_t> calls) {
  for (;;) {
    const Instruction& i = program_.instructions[at];
    if (TypeId type = i.result ? hintsOf(in)[i.result.index] : TypeId()) return type;
    // Then how the caller uses it, if the function hands on what it allocated.
    if (calls.empty() || program_.calleeOf(program_.instructions[InstructionId(calls.back())]) != in) return {};
    at = InstructionId(calls.back());
    calls = calls.drop_back();
    in = functionOf(at);
  }
}

Allocations::Size Allocations::sizeOf(FunctionId in, ValueId value, llvm::ArrayRef<uint32_t> calls, unsigned depth) {
  if (auto number = program_.integer(value)) return {*number < 0 ? 0 : static_cast<uint64_t>(*number), 1};
  if (!value.isLocal() || depth > 12) return {};
  const Function& f = program_.functions[in];
  InstructionId definition = program_.local(f, value.local()).definition;
  if (!definition) {
    // A parameter: what the call passed.
    if (calls.empty()) return {};
    InstructionId at(calls.back());
    const Instruction& call = program_.instructions[at];
    auto arguments = program_.argumentsOf(call);
    if (program_.calleeOf(call) != in || value.local().index >= arguments.size()) return {};
    return sizeOf(functionOf(at), arguments[value.local().index], calls.drop_back(), depth + 1);
  }
  const Instruction& i = program_.instructions[definition];
  auto operands = program_.operandsOf(i);
  auto operand = [&](unsigned k) { return sizeOf(in, operands[k], calls, depth + 1); };
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
      if (!isFirst && (result.bytes != next.bytes || result.multipleOf != next.multipleOf)) return {};
      result = next;
      isFirst = false;
    }
    return result;
  }
  case Opcode::Binary: {
    Size a = operand(0), b = operand(1);
    if (i.binary == BinaryKind::Mul) {
      if (a.bytes && b.bytes) return {*a.bytes * *b.bytes, 1};
      return {std::nullopt, a.bytes.value_or(a.multipleOf) * b.bytes.value_or(b.multipleOf)};
    }
    if (i.binary == BinaryKind::Shl && b.bytes && *b.bytes < 32) {
      if (a.bytes) return {*a.bytes << *b.bytes, 1};
      return {std::nullopt, a.multipleOf << *b.bytes};
    }
    if (i.binary == BinaryKind::Add) {
      if (a.bytes && b.bytes) return {*a.bytes + *b.bytes, 1};
      return {std::nullopt, std::gcd(a.bytes.value_or(a.multipleOf), b.bytes.value_or(b.multipleOf))};
    }
    return {};
  }
  default:
    return {};
  }
}

Allocations::Size Allocations::sizeOf(InstructionId at, FunctionId in, const Effect& effect,
                                      llvm::ArrayRef<uint32_t> calls) {
  if (effect.bytes) return {effect.bytes, 1};
  if (!effect.size) return {};
  Size product{1, 1};
  for (CallPart factor : {effect.size, effect.count}) {
    if (!factor) continue;
    ValueId value = partOf(program_, program_.instructions[at], factor);
    Size next = value ? sizeOf(in, value, calls, 0) : Size();
    if (product.bytes && next.bytes)
      product.bytes = *product.bytes * *next.bytes;
    else
      product = {std::nullopt, product.bytes.value_or(product.multipleOf) * next.bytes.value_or(next.multipleOf)};
  }
  return product;
}

// Whether the last member is an array without a size: what follows is its elements.
static bool isOpenEnded(const Program& program, const Type& type) {
  if (type.kind != TypeKind::Struct || !type.fieldCount) return false;
  const Type& last = program.types[program.fieldsOf(type).back().type];
  return last.kind == TypeKind::Array && last.count == 0;
}

HeapShape Allocations::shape(InstructionId at, FunctionId in, const Effect* effect, llvm::ArrayRef<uint32_t> calls) {
  Size size = effect ? sizeOf(at, in, *effect, calls) : Size();
  HeapShape result{typeOf(at, in, calls), size.bytes.value_or(0)};
  if (!result.type) return result;
  const Type& type = program_.types[result.type];
  bool isArray = size.bytes ? *size.bytes % type.size == 0 : size.multipleOf % type.size == 0;
  if (isArray || isOpenEnded(program_, type) || (!size.bytes && !type.fieldCount)) return result;
  if (size.bytes && *size.bytes < type.size)
    result.type = {};
  else
    result.hasTail = true;
  return result;
}

bool isAllocatorCall(const Program& program, const Instruction& call) {
  if (call.opcode != Opcode::CallIndirect || !call.type) return false;
  const Type& type = program.types[call.type];
  if (type.kind != TypeKind::Function || !type.element || program.types[type.element].kind != TypeKind::Pointer)
    return false;
  auto parameters = program.fieldsOf(type);
  auto isNumber = [&](const TypeField& p) { return p.type && program.types[p.type].kind == TypeKind::Integer; };
  if (parameters.empty() || !isNumber(parameters.back())) return false;
  return llvm::all_of(parameters.drop_front(), isNumber);
}

namespace {

// Whether `value` is, through copies and choices, the result of a call that allocates.
class ResultOfAllocation {
public:
  ResultOfAllocation(const Program& program, const Function& function, const ModelOf& modelOf,
                     const llvm::DenseSet<FunctionId>& wrappers)
      : program_(program), function_(function), modelOf_(modelOf), wrappers_(wrappers) {}

  bool check(ValueId value, unsigned depth = 0) {
    if (!value.isLocal() || depth > 8) return false;
    InstructionId definition = program_.local(function_, value.local()).definition;
    if (!definition) return false;
    const Instruction& i = program_.instructions[definition];
    auto operands = program_.operandsOf(i);
    switch (i.opcode) {
    case Opcode::Call: {
      const CallModel* model = modelOf_(program_.calleeOf(i));
      if (!model) return wrappers_.contains(program_.calleeOf(i));
      return model->has(EffectKind::Allocate) || model->has(EffectKind::Reallocate);
    }
    case Opcode::CallIndirect:
      return isAllocatorCall(program_, i);
    case Opcode::Allocate:
      return i.storage == Storage::Heap;
    case Opcode::Copy:
    case Opcode::Field: // behind a header of the allocator's own
    case Opcode::Index:
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
  const llvm::DenseSet<FunctionId>& wrappers_;
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

bool returnsAllocation(const Program& program, const Function& function, const ModelOf& modelOf,
                       const llvm::DenseSet<FunctionId>& wrappers) {
  ResultOfAllocation allocates(program, function, modelOf, wrappers);
  for (BlockId b : program.blocksOf(function)) {
    const Block& block = program.blocks[b];
    const Instruction& i =
        program.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
    auto operands = program.operandsOf(i);
    if (i.opcode == Opcode::Return && !operands.empty() && allocates.check(operands[0])) return true;
  }
  return false;
}

bool wrapsThread(const Program& program, const Function& function, const ModelOf& modelOf,
                 const llvm::DenseSet<FunctionId>& wrappers) {
  for (BlockId b : program.blocksOf(function))
    for (InstructionId id : program.instructionsOf(program.blocks[b])) {
      const Instruction& i = program.instructions[id];
      if (i.opcode != Opcode::Call) continue;
      FunctionId callee = program.calleeOf(i);
      const CallModel* model = modelOf(callee);
      if (const Effect* join = model ? model->find(EffectKind::Join) : nullptr) {
        auto arguments = program.argumentsOf(i);
        if (join->handle.kind == CallPart::Argument && join->handle.index < arguments.size() &&
            isReachedFromParameter(program, function, arguments[join->handle.index]))
          return true;
      }
      // Which handler is registered is the caller's choice.
      for (const Effect& effect : model ? llvm::ArrayRef(model->effects) : llvm::ArrayRef<Effect>())
        if (effect.kind == EffectKind::Register && isParameter(program, function, argumentOf(program, i, effect.entry)))
          return true;
      bool starts = model && (model->has(EffectKind::Fork) || model->has(EffectKind::HandleSignal));
      if (model ? !starts : !wrappers.contains(callee)) continue;
      // What a library's thread is handed goes through memory of the library.
      if (starts && function.parameterCount > 0 && isLibraryCode(program, function, i)) return true;
      for (ValueId operand : program.operandsOf(i))
        if (isParameter(program, function, operand)) return true;
    }
  return false;
}

} // namespace

// Copies of a function by call site cost its size each.
static constexpr uint32_t maxCopied = 400;

static uint32_t instructionCount(const Program& program, const Function& f) {
  uint32_t count = 0;
  for (BlockId b : program.blocksOf(f)) count += program.blocks[b].instructionCount;
  return count;
}

// Wrappers of wrappers are wrappers: until there are no more.
// What makes or ends an object of a class. O2 table 2, rule 8: what it does belongs to the object it does it for, and
// so to where that is made.
static bool isConstructor(const Program& program, const Function& function) {
  llvm::StringRef name = program.text(function.linkName);
  name = name.drop_front(std::min(name.size(), name.rfind(":_Z") + 1)); // behind the file of an internal one
  if (function.isDeclaration() || !name.starts_with("_Z")) return false;
  std::string symbol = name.split('#').first.str();
  llvm::ItaniumPartialDemangler demangler;
  return !demangler.partialDemangle(symbol.c_str()) && demangler.isCtorOrDtor();
}

llvm::DenseSet<FunctionId> findWrappers(const Program& program, const ModelOf& modelOf) {
  llvm::DenseSet<FunctionId> allocating, threading;
  auto add = [&](llvm::DenseSet<FunctionId>& found, auto isWrapper) {
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t f = 0; f < program.functions.size(); ++f)
        if (!found.contains(FunctionId(f)) && isWrapper(program, program.functions[FunctionId(f)], modelOf, found))
          changed = found.insert(FunctionId(f)).second;
    }
  };
  add(allocating, returnsAllocation);
  add(threading, wrapsThread);
  // Whatever else a large function does, it does not merely wrap.
  for (uint32_t f = 0; f < program.functions.size(); ++f)
    if (instructionCount(program, program.functions[FunctionId(f)]) > maxCopied) allocating.erase(FunctionId(f));
  allocating.insert(threading.begin(), threading.end());
  for (uint32_t f = 0; f < program.functions.size(); ++f)
    if (isConstructor(program, program.functions[FunctionId(f)])) allocating.insert(FunctionId(f));
  return allocating;
}

llvm::DenseSet<FunctionId> findGeneric(const Program& program) {
  llvm::DenseSet<FunctionId> generic;
  for (uint32_t k = 0; k < program.functions.size(); ++k) {
    const Function& f = program.functions[FunctionId(k)];
    if (f.isDeclaration() || instructionCount(program, f) > maxCopied) continue;
    bool isGeneric = false;
    for (uint32_t p = 0; p < f.parameterCount; ++p)
      isGeneric |= isToAnything(program, program.local(f, LocalId(p)).type);
    isGeneric |= returnsAnything(program, f);
    if (isGeneric) generic.insert(FunctionId(k));
  }
  return generic;
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
