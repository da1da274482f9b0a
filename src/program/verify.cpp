#include "program/verify.h"

#include "program/shape.h"
#include "program/verify_body.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace steward {

using llvm::Twine;

namespace {

class Verifier {
public:
  Verifier(const Program& program, unsigned limit)
      : program_(program), limit_(limit), hasBlock_(program.instructions.size()) {}

  std::vector<Violation> run() {
    // What comes later follows ids, so it may look only at a program whose ids are good.
    positions();
    types();
    constants();
    globals();
    functions();
    if (!violations_.empty()) return std::move(violations_);
    for (FunctionId id : ids(FunctionId(0), static_cast<uint32_t>(program_.functions.size())))
      verifyBody(program_, id,
                 [&](ProgramPart part, uint32_t index, const Twine& reason) { violation(part, index, reason); });
    return std::move(violations_);
  }

private:
  void violation(ProgramPart part, size_t index, const Twine& reason) {
    if (violations_.size() < limit_) violations_.push_back({part, static_cast<uint32_t>(index), reason.str()});
  }
  template <typename I, typename T>
  static bool isGood(I id, const IdVector<I, T>& in) {
    return !id.valid() || in.contains(id);
  }
  bool isGood(StringId id) const { return !id.valid() || id.index < program_.strings.size(); }
  template <typename T>
  static bool inRange(size_t first, size_t count, const T& array) {
    return count == 0 || (first <= array.size() && count <= array.size() - first);
  }

  void positions();
  void types();
  void containment();
  void constants();
  void globals();
  void initializers(const Global& g, size_t index);
  void functions();
  void functionItem(FunctionId id);
  void blockItem(FunctionId id, BlockId b);
  void instructionItem(FunctionId id, InstructionId i);
  void value(const Function& f, InstructionId i, ValueId v);

  const Program& program_;
  unsigned limit_;
  std::vector<bool> hasBlock_; // by InstructionId
  std::vector<Violation> violations_;
};

// A chain of inlined calls must end: everyone walks it.
void Verifier::positions() {
  std::vector<uint8_t> state(program_.positions.size()); // 1: on the chain being walked, 2: known to end
  for (uint32_t i = 0; i < program_.positions.size(); ++i) {
    const Position& p = program_.positions[PositionId(i)];
    if (!isGood(p.file) || !isGood(p.function))
      violation(ProgramPart::Position, i, "a name of the position is unknown");
    if (!isGood(p.inlinedAt, program_.positions))
      violation(ProgramPart::Position, i, "the place the position is inlined at is unknown");
    std::vector<uint32_t> chain;
    uint32_t at = i;
    while (at < state.size() && state[at] == 0) {
      state[at] = 1;
      chain.push_back(at);
      at = program_.positions[PositionId(at)].inlinedAt.index;
    }
    if (at < state.size() && state[at] == 1) violation(ProgramPart::Position, i, "the position is inlined into itself");
    for (uint32_t link : chain) state[link] = 2;
  }
}

void Verifier::types() {
  size_t before = violations_.size();
  for (uint32_t i = 0; i < program_.types.size(); ++i) {
    const Type& t = program_.types[TypeId(i)];
    auto report = [&](const Twine& reason) { violation(ProgramPart::Type, i, reason); };
    if (t.kind > TypeKind::Function) report("the type is of no kind");
    if (!isGood(t.name)) report("the name of the type is unknown");
    if (!isGood(t.element, program_.types)) report("the element of the type is unknown");
    if (!inRange(t.firstField, t.fieldCount, program_.typeFields)) {
      report("the fields of the type are out of range");
      continue;
    }
    for (const TypeField& field : program_.fieldsOf(t))
      if (!isGood(field.name) || !isGood(field.type, program_.types) || !isGood(field.position, program_.positions))
        report("a field has an unknown name, type or position");
  }
  if (violations_.size() == before) containment();
}

// Depth first over "holds by value", with a stack of its own: types can nest as deep as they like.
void Verifier::containment() {
  struct Visit {
    uint32_t type;
    uint32_t next = 0;
  };
  std::vector<uint8_t> state(program_.types.size()); // 1: on the stack, 2: done
  for (uint32_t root = 0; root < program_.types.size(); ++root) {
    std::vector<Visit> stack;
    if (state[root] == 0) stack.push_back({root});
    while (!stack.empty()) {
      Visit& visit = stack.back();
      const Type& t = program_.types[TypeId(visit.type)];
      state[visit.type] = 1;
      TypeId part;
      bool isDone = false;
      if (t.kind == TypeKind::Array && visit.next == 0)
        part = t.element;
      else if ((t.kind == TypeKind::Struct || t.kind == TypeKind::Union) && visit.next < t.fieldCount)
        part = program_.fieldsOf(t)[visit.next].type;
      else
        isDone = true;
      ++visit.next;
      if (isDone) {
        state[visit.type] = 2;
        stack.pop_back();
      } else if (part.valid() && state[part.index] == 1) {
        violation(ProgramPart::Type, part.index, "the type contains itself");
        return;
      } else if (part.valid() && state[part.index] == 0) {
        stack.push_back({part.index});
      }
    }
  }
}

void Verifier::constants() {
  using Key = std::pair<std::pair<uint32_t, uint32_t>, std::pair<int64_t, uint32_t>>;
  llvm::DenseSet<Key> seen;
  for (uint32_t i = 0; i < program_.constants.size(); ++i) {
    const Constant& c = program_.constants[ConstantId(i)];
    auto report = [&](const Twine& reason) { violation(ProgramPart::Constant, i, reason); };
    if (!isGood(c.type, program_.types)) report("the type of a constant is unknown");
    switch (c.kind) {
    case ConstantKind::Global:
      if (c.symbol >= program_.globals.size()) report("a constant is the address of an unknown global");
      break;
    case ConstantKind::Function:
      if (c.symbol >= program_.functions.size()) report("a constant is the address of an unknown function");
      break;
    case ConstantKind::Integer:
    case ConstantKind::Float:
      if (c.symbol) report("a number has a symbol");
      break;
    case ConstantKind::Undefined:
    case ConstantKind::Null:
      if (c.symbol || c.value) report("a constant without a value has one");
      break;
    default:
      report("a constant is of no kind");
    }
    if (!seen.insert({{static_cast<uint32_t>(c.kind), c.symbol}, {c.value, c.type.index}}).second)
      report("two constants are equal");
  }
}

void Verifier::globals() {
  for (uint32_t i = 0; i < program_.globals.size(); ++i) {
    const Global& g = program_.globals[GlobalId(i)];
    auto report = [&](const Twine& reason) { violation(ProgramPart::Global, i, reason); };
    if (!isGood(g.name) || !isGood(g.linkName)) report("the name of the global is unknown");
    if (!isGood(g.type, program_.types)) report("the type of the global is unknown");
    if (!isGood(g.position, program_.positions)) report("the position of the global is unknown");
    if (!isGood(g.owner, program_.functions)) report("the owner of the global is unknown");
    if (inRange(g.firstInitializer, g.initializerCount, program_.initializers))
      initializers(g, i);
    else
      report("the initializers are out of range");
  }
}

void Verifier::initializers(const Global& g, size_t index) {
  for (const Initializer& init : program_.initializersOf(g)) {
    if (init.offset >= g.size)
      violation(ProgramPart::Global, index,
                "the initializer at " + Twine(init.offset) + " is outside of " + Twine(g.size) + " bytes");
    if (!init.value.isConstant() || !program_.constants.contains(init.value.constant()))
      violation(ProgramPart::Global, index, "the initializer at " + Twine(init.offset) + " is not a constant");
  }
}

void Verifier::functions() {
  size_t blockCount = 0;
  for (FunctionId id : ids(FunctionId(0), static_cast<uint32_t>(program_.functions.size()))) {
    functionItem(id);
    blockCount += program_.functions[id].blockCount;
  }
  if (violations_.empty() && blockCount != program_.blocks.size())
    violation(ProgramPart::Program, 0, "a block belongs to no function");
  if (violations_.empty() && llvm::is_contained(hasBlock_, false))
    violation(ProgramPart::Program, 0, "an instruction belongs to no block");

  llvm::DenseSet<StringId> linkNames;
  auto check = [&](ProgramPart part, uint32_t index, StringId name) {
    if (!isGood(name)) return;
    if (program_.text(name).empty())
      violation(part, index, "the symbol has no name");
    else if (!linkNames.insert(name).second)
      violation(part, index, "the symbol @" + program_.text(name) + " is defined twice");
  };
  for (uint32_t i = 0; i < program_.globals.size(); ++i)
    check(ProgramPart::Global, i, program_.globals[GlobalId(i)].linkName);
  for (uint32_t i = 0; i < program_.functions.size(); ++i)
    check(ProgramPart::Function, i, program_.functions[FunctionId(i)].linkName);
  for (const Omission& o : program_.omissions)
    if (!isGood(o.what) || !isGood(o.position, program_.positions))
      violation(ProgramPart::Program, 0, "an omission has an unknown name or position");
  for (const Mark& m : program_.marks) {
    bool isKnown = m.target == MarkTarget::Global  ? m.global && isGood(m.global, program_.globals)
                   : m.target == MarkTarget::Field ? m.type && isGood(m.type, program_.types)
                                                   : m.function && isGood(m.function, program_.functions);
    if (isKnown && m.target == MarkTarget::Local) isKnown = m.local.index < program_.functions[m.function].localCount;
    if (!isKnown || !isGood(m.text)) violation(ProgramPart::Program, 0, "a mark is on something unknown");
  }
}

void Verifier::functionItem(FunctionId id) {
  const Function& f = program_.functions[id];
  auto report = [&](const Twine& reason) { violation(ProgramPart::Function, id.index, reason); };
  if (!isGood(f.name) || !isGood(f.linkName)) report("the name of the function is unknown");
  if (!isGood(f.type, program_.types)) report("the type of the function is unknown");
  if (!isGood(f.position, program_.positions)) report("the position of the function is unknown");
  if (!inRange(f.firstLocal, f.localCount, program_.locals)) return report("the locals are out of range");
  if (!inRange(f.firstBlock.index, f.blockCount, program_.blocks)) return report("the blocks are out of range");
  if (f.localCount < f.parameterCount && !(f.isDeclaration() && f.localCount == 0))
    return report("the function has more parameters than locals");
  for (uint32_t i = 0; i < f.localCount; ++i) {
    const Local& local = program_.local(f, LocalId(i));
    if (!isGood(local.name) || !isGood(local.type, program_.types)) report("a local has an unknown name or type");
  }
  for (BlockId b : program_.blocksOf(f)) blockItem(id, b);
}

void Verifier::blockItem(FunctionId id, BlockId blockId) {
  const Function& f = program_.functions[id];
  const Block& b = program_.blocks[blockId];
  auto report = [&](const Twine& reason) { violation(ProgramPart::Block, blockId.index, reason); };
  if (b.function != id) return report("the block belongs to another function");
  if (!inRange(b.firstInstruction.index, b.instructionCount, program_.instructions))
    return report("the instructions of the block are out of range");
  if (!inRange(b.firstSuccessor, b.successorCount, program_.successors) ||
      !inRange(b.firstHandler, b.handlerCount, program_.handlers))
    return report("the successors or handlers of the block are out of range");
  auto isOwn = [&](BlockId to) {
    return to.valid() && to.index >= f.firstBlock.index && to.index - f.firstBlock.index < f.blockCount;
  };
  if (!llvm::all_of(program_.successorsOf(b), isOwn)) report("a successor of the block is not in the function");
  if (!llvm::all_of(program_.handlersOf(b), isOwn)) report("a handler of the block is not in the function");
  for (InstructionId i : program_.instructionsOf(b)) {
    if (hasBlock_[i.index]) return report("the block shares instructions with another");
    hasBlock_[i.index] = true;
    instructionItem(id, i);
  }
}

void Verifier::instructionItem(FunctionId id, InstructionId instructionId) {
  const Function& f = program_.functions[id];
  const Instruction& i = program_.instructions[instructionId];
  auto report = [&](const Twine& reason) { violation(ProgramPart::Instruction, instructionId.index, reason); };
  if (static_cast<unsigned>(i.opcode) >= opcodeCount) return report("the opcode is unknown");
  const OpcodeShape& shape = shapeOf(i.opcode);
  if (!isGood(i.type, program_.types)) report("the type is unknown");
  if (!isGood(i.position, program_.positions)) report("the position is unknown");
  if (i.order > MemoryOrder::Sequential || i.order2 > MemoryOrder::Sequential) report("the memory order is unknown");

  if (i.result.valid() && i.result.index >= f.localCount) report("the result is not a local of the function");
  if (i.result.valid() && shape.result == ResultUse::None) report(shape.word + " has no result");
  if (!i.result.valid() && shape.result == ResultUse::Required) report(shape.word + " must have a result");

  size_t kinds = std::max<size_t>(wordsOf(shape.kind).size(), 1);
  if (i.kind >= kinds) report("the kind of " + shape.word + " is unknown");

  if (i.operandCount < shape.minOperands || i.operandCount > shape.maxOperands)
    report(shape.word + " cannot have " + Twine(i.operandCount) + " operands");
  if (!inRange(i.firstOperand, i.operandCount, program_.operands)) return report("the operands are out of range");
  for (ValueId v : program_.operandsOf(i)) value(f, instructionId, v);
  if (i.opcode == Opcode::Phi && !inRange(i.firstIncoming, i.operandCount, program_.incoming))
    report("the incoming blocks are out of range");

  switch (shape.immediate) {
  case ImmediateUse::None:
    if (i.immediate) report(shape.word + " has no immediate");
    break;
  case ImmediateUse::Bytes:
    if (i.immediate < 0) report("the number of bytes is negative");
    break;
  case ImmediateUse::Offset:
    break;
  case ImmediateUse::Name:
    if (i.immediate < 0 || static_cast<uint64_t>(i.immediate) >= program_.strings.size()) report("the name is unknown");
    break;
  case ImmediateUse::Function:
    if (i.immediate < 0 || static_cast<uint64_t>(i.immediate) >= program_.functions.size())
      report("the called function is unknown");
    break;
  }
}

void Verifier::value(const Function& f, InstructionId i, ValueId v) {
  auto report = [&](const Twine& reason) { violation(ProgramPart::Instruction, i.index, reason); };
  if (!v.valid())
    report("an operand is missing");
  else if (v.isLocal() && v.local().index >= f.localCount)
    report("an operand is not a local of the function");
  else if (v.isConstant() && !program_.constants.contains(v.constant()))
    report("an operand is an unknown constant");
}

} // namespace

std::vector<Violation> findViolations(const Program& program, unsigned limit) { return Verifier(program, limit).run(); }

std::vector<std::string> verify(const Program& program) {
  std::vector<std::string> texts;
  auto functionName = [&](FunctionId id) {
    if (!program.functions.contains(id)) return std::string();
    StringId name = program.functions[id].linkName;
    bool isKnown = name.index < program.strings.size();
    return "function " + (isKnown ? "@" + program.text(name).str() : std::to_string(id.index)) + ", ";
  };
  // As the printer numbers them: "function @main, b1, ".
  auto blockName = [&](BlockId id) {
    FunctionId f = program.blocks[id].function;
    if (!program.functions.contains(f)) return "block " + std::to_string(id.index) + ", ";
    return functionName(f) + "b" + std::to_string(id.index - program.functions[f].firstBlock.index) + ", ";
  };
  for (const Violation& v : findViolations(program)) {
    std::string where;
    switch (v.part) {
    case ProgramPart::Program:
      break;
    case ProgramPart::Position:
      where = "position " + std::to_string(v.index) + ", ";
      break;
    case ProgramPart::Type:
      where = "type " + std::to_string(v.index) + ", ";
      break;
    case ProgramPart::Constant:
      where = "constant " + std::to_string(v.index) + ", ";
      break;
    case ProgramPart::Global:
      where = "global " + std::to_string(v.index) + ", ";
      break;
    case ProgramPart::Function:
      where = functionName(FunctionId(v.index));
      break;
    case ProgramPart::Block:
      where = blockName(BlockId(v.index));
      break;
    case ProgramPart::Instruction:
      for (BlockId b : ids(BlockId(0), static_cast<uint32_t>(program.blocks.size())))
        if (v.index - program.blocks[b].firstInstruction.index < program.blocks[b].instructionCount)
          where = blockName(b);
      where += "instruction " + std::to_string(v.index) + ", ";
      break;
    }
    if (where.size() >= 2) where.replace(where.size() - 2, 2, ": ");
    texts.push_back(where + v.reason);
  }
  return texts;
}

} // namespace steward
