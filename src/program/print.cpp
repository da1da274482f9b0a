#include "program/print.h"

#include "program/lex.h"
#include "program/shape.h"

#include "llvm/ADT/StringExtras.h"

namespace steward {

using llvm::StringRef;

void printName(StringRef name, llvm::raw_ostream& out) {
  if (isBareName(name)) {
    out << name;
    return;
  }
  out << '"';
  for (char c : name) {
    if (llvm::isPrint(c) && c != '"' && c != '\\')
      out << c;
    else
      out << '\\' << llvm::hexdigit(static_cast<unsigned char>(c) >> 4) << llvm::hexdigit(c & 15);
  }
  out << '"';
}

namespace {

class Printer {
public:
  Printer(const Program& program, llvm::raw_ostream& out) : program_(program), out_(out) {
    for (const Type& type : program.types) ++typesNamed_[program.text(type.name)];
  }

  void program();
  void function(FunctionId id);
  void markItem(const Mark& m);
  void nameLocals(const Function& f);
  void instruction(const Function& f, const Instruction& i);

private:
  void name(StringRef text) { printName(text, out_); }
  void name(StringId id) { name(program_.text(id)); }
  void type(TypeId id);
  void optionalType(StringRef word, TypeId id);
  void constant(const Constant& c);
  void position(PositionId id);
  void sourceName(StringId name, StringId linkName);
  void positionItem(PositionId id);
  void typeItem(TypeId id);
  void globalItem(const Global& g);
  bool constantsAreInOrderOfUse() const;
  void constantsItem();

  void local(const Function& f, LocalId id);
  void definition(const Function& f, LocalId id);
  void value(const Function& f, ValueId v);
  void values(const Function& f, llvm::ArrayRef<ValueId> list);
  void localsInOrder(const Function& f);
  void operandsAndImmediate(const Function& f, const Instruction& i);
  void blocks(const Function& f, StringRef before, llvm::ArrayRef<BlockId> list);
  void block(const Function& f, BlockId id);

  const Program& program_;
  llvm::raw_ostream& out_;
  llvm::StringMap<unsigned> typesNamed_;
  llvm::StringMap<unsigned> localsNamed_; // of the function being printed
};

void Printer::type(TypeId id) {
  StringRef text = program_.types.contains(id) ? program_.text(program_.types[id].name) : "";
  if (!text.empty() && typesNamed_.lookup(text) == 1)
    name(text);
  else
    out_ << '#' << id.index;
}

void Printer::optionalType(StringRef word, TypeId id) {
  if (!id.valid()) return;
  out_ << word;
  type(id);
}

void Printer::constant(const Constant& c) {
  switch (c.kind) {
  case ConstantKind::Undefined:
    out_ << "undefined";
    break;
  case ConstantKind::Null:
    out_ << "null";
    break;
  case ConstantKind::Integer:
    out_ << c.value;
    break;
  case ConstantKind::Float:
    out_ << "float";
    if (c.value) out_ << ' ' << c.value;
    break;
  case ConstantKind::Global:
  case ConstantKind::Function:
    out_ << '&';
    name(c.kind == ConstantKind::Global ? program_.globals[GlobalId(c.symbol)].linkName
                                        : program_.functions[FunctionId(c.symbol)].linkName);
    if (c.value > 0) out_ << '+';
    if (c.value) out_ << c.value;
    break;
  }
  optionalType(" : ", c.type);
}

// A reference into the table of positions; the comment saves a person from looking it up.
void Printer::position(PositionId id) {
  if (!id.valid()) return;
  const Position& p = program_.positions[id];
  out_ << " !" << id.index << " ; ";
  name(p.file);
  out_ << ':' << p.line << ':' << p.column;
}

void Printer::positionItem(PositionId id) {
  const Position& p = program_.positions[id];
  out_ << "position !" << id.index << " = ";
  name(p.file);
  out_ << ':' << p.line << ':' << p.column;
  if (StringRef function = program_.text(p.function); !function.empty()) {
    out_ << " in ";
    name(function);
  }
  if (p.inlinedAt.valid()) out_ << " inlined !" << p.inlinedAt.index;
  out_ << '\n';
}

void Printer::typeItem(TypeId id) {
  const Type& t = program_.types[id];
  StringRef text = program_.text(t.name);
  out_ << "type ";
  type(id);
  if (!text.empty() && typesNamed_.lookup(text) != 1) {
    out_ << " as ";
    name(text);
  }
  out_ << " = " << typeKindWords()[static_cast<unsigned>(t.kind)];
  if (t.size) out_ << ' ' << t.size;
  optionalType(" of ", t.element);
  if (t.count) out_ << " count " << t.count;
  if (t.fieldCount) {
    out_ << " {\n";
    for (const TypeField& field : program_.fieldsOf(t)) {
      out_ << "  ";
      name(field.name);
      optionalType(" : ", field.type);
      out_ << " @" << field.offset;
      if (field.bitOffset || field.bitWidth) out_ << " bits " << field.bitOffset << ':' << field.bitWidth;
      position(field.position);
      out_ << '\n';
    }
    out_ << '}';
  }
  out_ << '\n';
}

void Printer::sourceName(StringId id, StringId linkName) {
  if (program_.text(id) == program_.text(linkName)) return;
  out_ << " as ";
  name(id);
}

void Printer::globalItem(const Global& g) {
  out_ << "global @";
  name(g.linkName);
  sourceName(g.name, g.linkName);
  optionalType(" : ", g.type);
  if (g.size != defaultSize(program_, g.type)) out_ << " size " << g.size;
  if (g.isConstant) out_ << " constant";
  if (g.isThreadLocal) out_ << " thread_local";
  if (g.isExternal) out_ << " external";
  if (g.isSynthetic) out_ << " synthetic";
  if (g.owner.valid()) {
    out_ << " in @";
    name(program_.functions[g.owner].linkName);
  }
  if (g.initializerCount == 0) {
    position(g.position);
    out_ << '\n';
    return;
  }
  out_ << " = {";
  bool isFirst = true;
  for (const Initializer& init : program_.initializersOf(g)) {
    out_ << (isFirst ? "" : ", ") << init.offset << ": ";
    constant(program_.constants[init.value.constant()]);
    isFirst = false;
  }
  out_ << '}';
  position(g.position);
  out_ << '\n';
}

// The parser numbers constants as it meets them. Only a program with another order, or with constants that nothing
// uses, needs a list of them.
bool Printer::constantsAreInOrderOfUse() const {
  uint32_t met = 0;
  auto meet = [&](ValueId v) {
    if (!v.isConstant()) return true;
    if (v.constant().index == met) ++met;
    return v.constant().index < met;
  };
  for (const Global& g : program_.globals)
    for (const Initializer& init : program_.initializersOf(g))
      if (!meet(init.value)) return false;
  for (const Function& f : program_.functions)
    for (BlockId b : program_.blocksOf(f))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b]))
        for (ValueId v : program_.operandsOf(program_.instructions[i]))
          if (!meet(v)) return false;
  return met == program_.constants.size();
}

void Printer::constantsItem() {
  out_ << "constants {\n";
  for (const Constant& c : program_.constants) {
    out_ << "  ";
    constant(c);
    out_ << '\n';
  }
  out_ << "}\n";
}

void Printer::markItem(const Mark& m) {
  out_ << "mark " << markKindWords()[static_cast<unsigned>(m.kind)];
  if (m.kind != MarkKind::NoRace) {
    out_ << ' ';
    name(m.text);
  }
  out_ << ' ' << markTargetWords()[static_cast<unsigned>(m.target)] << ' ';
  switch (m.target) {
  case MarkTarget::Global:
    out_ << '@';
    name(program_.globals[m.global].linkName);
    break;
  case MarkTarget::Function:
  case MarkTarget::Local:
    out_ << '@';
    name(program_.functions[m.function].linkName);
    if (m.target == MarkTarget::Local) out_ << ' ' << m.local.index;
    break;
  case MarkTarget::Field:
    type(m.type);
    out_ << ' ' << m.offset;
    break;
  }
  out_ << '\n';
}

void Printer::program() {
  for (PositionId p : ids(PositionId(0), program_.positions.size())) positionItem(p);
  for (TypeId t : ids(TypeId(0), program_.types.size())) typeItem(t);
  if (!constantsAreInOrderOfUse()) constantsItem();
  for (const Global& g : program_.globals) globalItem(g);
  for (const Omission& o : program_.omissions) {
    out_ << "omission ";
    name(o.what);
    out_ << " count " << o.count;
    position(o.position);
    out_ << '\n';
  }
  for (const Mark& m : program_.marks) markItem(m);
  for (FunctionId f : ids(FunctionId(0), program_.functions.size())) {
    out_ << '\n';
    function(f);
  }
}

void Printer::nameLocals(const Function& f) {
  localsNamed_.clear();
  for (uint32_t i = 0; i < f.localCount; ++i) ++localsNamed_[program_.text(program_.local(f, LocalId(i)).name)];
}

void Printer::local(const Function& f, LocalId id) {
  out_ << '%';
  StringRef text = id.index < f.localCount ? program_.text(program_.local(f, id).name) : "";
  if (text.empty()) {
    out_ << id.index;
    return;
  }
  name(text);
  if (localsNamed_.lookup(text) != 1) out_ << '#' << id.index;
}

void Printer::definition(const Function& f, LocalId id) {
  local(f, id);
  if (id.index < f.localCount) optionalType(" : ", program_.local(f, id).type);
}

void Printer::value(const Function& f, ValueId v) {
  if (v.isLocal())
    local(f, v.local());
  else
    constant(program_.constants[v.constant()]);
}

void Printer::values(const Function& f, llvm::ArrayRef<ValueId> list) {
  bool isFirst = true;
  for (ValueId v : list) {
    if (!isFirst) out_ << ", ";
    isFirst = false;
    value(f, v);
  }
}

void Printer::blocks(const Function& f, StringRef before, llvm::ArrayRef<BlockId> list) {
  for (BlockId b : list) {
    out_ << before << 'b' << b.index - f.firstBlock.index;
    before = ", ";
  }
}

void Printer::operandsAndImmediate(const Function& f, const Instruction& i) {
  auto operands = program_.operandsOf(i);
  out_ << ' ';
  switch (i.opcode) {
  case Opcode::Allocate:
    out_ << i.immediate << (operands.empty() ? "" : ", ");
    values(f, operands);
    return;
  case Opcode::Phi: {
    auto incoming = program_.incomingOf(i);
    for (size_t n = 0; n < operands.size(); ++n) {
      blocks(f, n ? ", " : "", incoming[n]);
      out_ << ": ";
      value(f, operands[n]);
    }
    return;
  }
  case Opcode::Opaque:
    name(StringId(static_cast<uint32_t>(i.immediate)));
    if (!operands.empty()) out_ << ", ";
    values(f, operands);
    return;
  case Opcode::Call:
    out_ << '@';
    name(program_.functions[program_.calleeOf(i)].linkName);
    break;
  case Opcode::CallIndirect:
    value(f, operands[0]);
    break;
  case Opcode::CallVirtual:
    name(StringId(static_cast<uint32_t>(i.immediate)));
    break;
  default:
    values(f, operands);
    switch (shapeOf(i.opcode).immediate) {
    case ImmediateUse::None:
      break;
    case ImmediateUse::Name:
      out_ << ", ";
      name(StringId(static_cast<uint32_t>(i.immediate)));
      break;
    default:
      out_ << ", " << i.immediate;
    }
    return;
  }
  out_ << '(';
  values(f, program_.argumentsOf(i));
  out_ << ')';
}

void Printer::instruction(const Function& f, const Instruction& i) {
  const OpcodeShape& shape = shapeOf(i.opcode);
  if (i.result.valid()) {
    definition(f, i.result);
    out_ << " = ";
  }
  out_ << shape.word;
  if (shape.kind != KindUse::None) out_ << ' ' << wordsOf(shape.kind)[i.kind];
  if (shape.maxOperands != 0 && (i.operandCount != 0 || shape.immediate != ImmediateUse::None))
    operandsAndImmediate(f, i);
  if (takesMemoryOrder(i.opcode) || i.order != MemoryOrder::None || i.order2 != MemoryOrder::None)
    out_ << ' ' << memoryOrderWords()[static_cast<unsigned>(i.order)];
  if (i.order2 != MemoryOrder::None) out_ << ' ' << memoryOrderWords()[static_cast<unsigned>(i.order2)];
  optionalType(" of ", i.type);
  if (i.isVolatile) out_ << " volatile";
  if (i.isUnsigned) out_ << " unsigned";
  if (i.isSynthetic) out_ << " synthetic";
}

void Printer::block(const Function& f, BlockId id) {
  const Block& b = program_.blocks[id];
  blocks(f, "", id);
  out_ << ":\n";
  for (InstructionId i : program_.instructionsOf(b)) {
    const Instruction& instr = program_.instructions[i];
    out_ << "  ";
    instruction(f, instr);
    if (i.index + 1 == b.firstInstruction.index + b.instructionCount) {
      blocks(f, " -> ", program_.successorsOf(b));
      blocks(f, " handlers ", program_.handlersOf(b));
    }
    position(instr.position);
    out_ << '\n';
  }
}

// The parser numbers locals in the order of their definitions; a function with another order needs a list.
void Printer::localsInOrder(const Function& f) {
  uint32_t next = f.parameterCount;
  bool inOrder = true;
  for (BlockId b : program_.blocksOf(f))
    for (InstructionId i : program_.instructionsOf(program_.blocks[b]))
      if (LocalId result = program_.instructions[i].result; result.valid()) inOrder &= result.index == next++;
  if (inOrder) return;
  out_ << "  locals ";
  for (uint32_t i = f.parameterCount; i < f.localCount; ++i) {
    if (i != f.parameterCount) out_ << ", ";
    local(f, LocalId(i));
  }
  out_ << '\n';
}

void Printer::function(FunctionId id) {
  const Function& f = program_.functions[id];
  nameLocals(f);
  out_ << "function @";
  name(f.linkName);
  sourceName(f.name, f.linkName);
  out_ << '(';
  // A declaration may say only how many parameters there are.
  if (f.parameterCount && f.localCount == 0) out_ << f.parameterCount;
  for (uint32_t i = 0; i < std::min(f.parameterCount, f.localCount); ++i) {
    if (i) out_ << ", ";
    definition(f, LocalId(i));
  }
  out_ << ')';
  optionalType(" : ", f.type);
  if (f.isVariadic) out_ << " variadic";
  if (f.isNoReturn) out_ << " noreturn";
  if (!f.mayThrow) out_ << " nothrow";
  if (f.origin != OriginMark::None) out_ << (f.origin == OriginMark::Once ? " origin_once" : " origin");
  if (f.isDeclaration()) {
    position(f.position);
    out_ << '\n';
    return;
  }
  out_ << " {";
  position(f.position);
  out_ << '\n';
  localsInOrder(f);
  for (BlockId b : program_.blocksOf(f)) block(f, b);
  out_ << "}\n";
}

} // namespace

void print(const Program& program, llvm::raw_ostream& out) { Printer(program, out).program(); }

void print(const Program& program, FunctionId function, llvm::raw_ostream& out) {
  Printer(program, out).function(function);
}

void print(const Program& program, FunctionId function, InstructionId instruction, llvm::raw_ostream& out) {
  Printer printer(program, out);
  const Function& f = program.functions[function];
  printer.nameLocals(f);
  printer.instruction(f, program.instructions[instruction]);
}

} // namespace steward
