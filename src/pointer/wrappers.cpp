#include "pointer/wrappers.h"

#include "llvm/Demangle/Demangle.h"

#include "pointer/call_parts.h"
#include "program/library.h"

#include <algorithm>
#include <map>

namespace steward {

bool isToAnything(const Program& program, TypeId id) {
  if (!id || program.types[id].kind != TypeKind::Pointer) return false;
  TypeId element = program.types[id].element;
  return !element || program.types[element].kind == TypeKind::Void;
}

// Without debug information (and so without a position) no pointer says what it is to.
bool returnsAnything(const Program& program, const Function& f) {
  return f.position && f.type && program.types[f.type].kind == TypeKind::Function &&
         isToAnything(program, program.types[f.type].element);
}

// What does not return a pointer hands out what it allocates by a parameter.
static bool returnsNothing(const Program& program, const Function& f) {
  if (!f.type || program.types[f.type].kind != TypeKind::Function) return false;
  TypeId result = program.types[f.type].element;
  return !result || program.types[result].kind != TypeKind::Pointer;
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
    // A value that was looked at is not, or the answer would be known. Without that, merges of merges are exponential.
    if (depth == 0) seen_.clear();
    if (!value.isLocal() || depth > 8 || !seen_.insert(value.local()).second) return false;
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
    case Opcode::Load:
      return isStoredTo(operands[0], depth + 1);
    default:
      return false;
    }
  }

  // Whether an allocation is stored through a parameter that is there to be given a pointer to anything.
  bool isHandedOut() {
    auto isOut = [&](ValueId address) {
      if (!address.isLocal() || address.local().index >= function_.parameterCount) return false;
      TypeId type = program_.local(function_, address.local()).type;
      return type && program_.types[type].kind == TypeKind::Pointer &&
             isToAnything(program_, program_.types[type].element);
    };
    for (BlockId b : program_.blocksOf(function_))
      for (InstructionId id : program_.instructionsOf(program_.blocks[b]))
        if (const Instruction& i = program_.instructions[id]; i.opcode == Opcode::Store)
          if (auto operands = program_.operandsOf(i); isOut(operands[0]) && check(operands[1])) return true;
    return false;
  }

private:
  // A variable of the function itself, by assignment or by a call that it is passed to.
  bool isStoredTo(ValueId variable, unsigned depth) {
    InstructionId definition =
        variable.isLocal() ? program_.local(function_, variable.local()).definition : InstructionId();
    if (!definition || program_.instructions[definition].opcode != Opcode::Allocate) return false;
    for (BlockId b : program_.blocksOf(function_))
      for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
        const Instruction& i = program_.instructions[id];
        auto operands = program_.operandsOf(i);
        if (i.opcode == Opcode::Store && operands[0] == variable && check(operands[1], depth)) return true;
        if (i.opcode == Opcode::Call && llvm::is_contained(program_.argumentsOf(i), variable) &&
            wrappers_.contains(program_.calleeOf(i)))
          return true;
      }
    return false;
  }

  const Program& program_;
  const Function& function_;
  const ModelOf& modelOf_;
  const llvm::DenseSet<FunctionId>& wrappers_;
  llvm::DenseSet<LocalId> seen_; // since the question was asked
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
  if (function.isDeclaration()) return false;
  ResultOfAllocation allocates(program, function, modelOf, wrappers);
  if (allocates.isHandedOut()) return true;
  if (returnsNothing(program, function)) return false;
  for (BlockId b : program.blocksOf(function)) {
    const Block& block = program.blocks[b];
    const Instruction& i =
        program.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
    auto operands = program.operandsOf(i);
    if (i.opcode == Opcode::Return && !operands.empty() && allocates.check(operands[0])) return true;
  }
  return false;
}

// What takes or gives back a lock that it is given, and leaves the other half to its callers; or waits for a barrier,
// so that a call of it is the wait.
bool wrapsLock(const Program& program, const Function& function, const ModelOf& modelOf,
               const llvm::DenseSet<FunctionId>& wrappers) {
  bool takes = false, gives = false, wraps = false;
  for (BlockId b : program.blocksOf(function))
    for (InstructionId id : program.instructionsOf(program.blocks[b])) {
      const Instruction& i = program.instructions[id];
      auto isGiven = [&](ValueId value) { return value && isReachedFromParameter(program, function, value); };
      // A lock made of an atomic variable.
      if (isAtomic(i.opcode) && i.opcode != Opcode::AtomicLoad && isGiven(program.operandsOf(i)[0])) {
        bool isTaking = i.opcode == Opcode::CompareExchange ||
                        (i.opcode == Opcode::AtomicUpdate && i.binary == BinaryKind::Exchange);
        bool isGiving = i.opcode == Opcode::AtomicStore && program.integer(program.operandsOf(i)[1]) == 0;
        takes |= isTaking;
        gives |= isGiving;
      }
      if (i.opcode != Opcode::Call) continue;
      const CallModel* model = modelOf(program.calleeOf(i));
      if (!model) {
        if (wrappers.contains(program.calleeOf(i)) && llvm::any_of(program.argumentsOf(i), isGiven)) wraps = true;
        continue;
      }
      for (const Effect& effect : model->effects) {
        if (effect.kind == EffectKind::BarrierWait) return true;
        if (effect.kind != EffectKind::Acquire && effect.kind != EffectKind::Release) continue;
        if (!isGiven(argumentOf(program, i, effect.object))) continue;
        (effect.kind == EffectKind::Acquire ? takes : gives) = true;
      }
    }
  // What does both does something in between: then it is no wrapper, whatever it is given.
  return wraps ? !takes && !gives : takes != gives;
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
static constexpr uint32_t maxLockWrapper = 60;

static uint32_t instructionCount(const Program& program, const Function& f) {
  uint32_t count = 0;
  for (BlockId b : program.blocksOf(f)) count += program.blocks[b].instructionCount;
  return count;
}

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

void findWrappers(const Program& program, const ModelOf& modelOf, SpecialFunctions& special) {
  llvm::DenseSet<FunctionId>& allocating = special.wrappers;
  llvm::DenseSet<FunctionId> threading;
  // Wrappers of wrappers are wrappers: until there are no more.
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
  llvm::DenseSet<FunctionId> locking;
  add(locking, wrapsLock);
  // Whatever else a large function does, it does not merely wrap.
  for (uint32_t f = 0; f < program.functions.size(); ++f)
    if (instructionCount(program, program.functions[FunctionId(f)]) > maxCopied) allocating.erase(FunctionId(f));
  for (FunctionId f : allocating)
    if (returnsAnything(program, program.functions[f]) || returnsNothing(program, program.functions[f]))
      special.links.insert(f);
  allocating.insert(threading.begin(), threading.end());
  for (FunctionId f : locking)
    if (instructionCount(program, program.functions[f]) <= maxLockWrapper) allocating.insert(f);
  for (uint32_t f = 0; f < program.functions.size(); ++f)
    if (isConstructor(program, program.functions[FunctionId(f)])) allocating.insert(FunctionId(f));
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

namespace {

// How many chains of up to so many calls lead to a function, as contexts would tell them apart.
class CallChains {
public:
  CallChains(const Program& program, const SpecialFunctions& special) : special_(special) {
    for (uint32_t f = 0; f < program.functions.size(); ++f)
      for (BlockId b : program.blocksOf(program.functions[FunctionId(f)]))
        for (InstructionId id : program.instructionsOf(program.blocks[b]))
          if (const Instruction& i = program.instructions[id]; i.opcode == Opcode::Call)
            if (FunctionId callee = program.calleeOf(i); callee && special.isByCallSite(callee))
              callers_[callee].push_back(FunctionId(f));
  }

  uint32_t count(FunctionId f, unsigned length) {
    if (length == 0 || !special_.isByCallSite(f)) return 1;
    auto [it, isNew] = counts_.try_emplace({f, length}, 1); // which a recursion adds
    if (!isNew) return it->second;
    uint64_t sum = 0;
    for (FunctionId caller : callers_[f]) {
      bool isInChain = special_.links.contains(caller) && special_.links.contains(f);
      sum += count(caller, isInChain ? length : length - 1);
    }
    return counts_[{f, length}] = static_cast<uint32_t>(std::clamp<uint64_t>(sum, 1, most));
  }

private:
  static constexpr uint32_t most = 1'000'000;
  const SpecialFunctions& special_;
  llvm::DenseMap<FunctionId, std::vector<FunctionId>> callers_;
  std::map<std::pair<FunctionId, unsigned>, uint32_t> counts_;
};

} // namespace

void findPopular(const Program& program, SpecialFunctions& special) {
  constexpr uint32_t many = 16;
  CallChains chains(program, special);
  for (uint32_t k = 0; k < program.functions.size(); ++k) {
    FunctionId f(k);
    if (!special.isByCallSite(f)) continue;
    if (chains.count(f, 3) > many) special.popular.insert(f);
  }
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
