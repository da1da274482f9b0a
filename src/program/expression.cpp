#include "program/expression.h"

namespace steward {

static constexpr unsigned maxDepth = 8;

static const Instruction* definitionOf(const Program& program, const Function& function, ValueId v) {
  if (!v.isLocal()) return nullptr;
  InstructionId id = program.local(function, v.local()).definition;
  return id ? &program.instructions[id] : nullptr;
}

bool ExpressionNames::isAddress(const Function& function, ValueId v) const {
  if (v.isConstant()) return program_.constants[v.constant()].kind == ConstantKind::Global;
  const Instruction* i = definitionOf(program_, function, v);
  if (!i) return false;
  if (i->opcode == Opcode::Copy && program_.text(program_.local(function, v.local()).name).empty())
    return isAddress(function, program_.operandsOf(*i)[0]);
  if (i->opcode == Opcode::Index) return isAddress(function, program_.operandsOf(*i)[0]);
  return i->opcode == Opcode::Field || i->opcode == Opcode::Allocate;
}

std::string ExpressionNames::place(const Function& function, ValueId pointer, uint64_t bytes) const {
  return place(function, pointer, bytes, 0);
}

std::string ExpressionNames::value(const Function& function, ValueId v) const { return value(function, v, 0); }

std::string ExpressionNames::place(const Function& function, ValueId pointer, uint64_t bytes, unsigned depth) const {
  if (depth > maxDepth) return "…";
  if (pointer.isConstant()) {
    const Constant& c = program_.constants[pointer.constant()];
    if (c.kind != ConstantKind::Global) return c.kind == ConstantKind::Null ? "*0" : "";
    const Global& g = program_.globals[GlobalId(c.symbol)];
    std::string path = c.value >= 0 ? layout_.path(g.type, static_cast<uint64_t>(c.value), bytes) : "";
    return program_.text(g.name).str() + path;
  }
  const Instruction* i = definitionOf(program_, function, pointer);
  auto operands = i ? program_.operandsOf(*i) : llvm::ArrayRef<ValueId>();
  llvm::StringRef name = program_.text(program_.local(function, pointer.local()).name);
  switch (i ? i->opcode : Opcode::Unreachable) {
  case Opcode::Allocate:
    return name.empty() ? "" : name.str() + layout_.path(i->type, 0, bytes);
  case Opcode::Field: {
    std::string path = i->immediate >= 0 ? layout_.path(i->type, static_cast<uint64_t>(i->immediate), bytes) : "";
    if (isAddress(function, operands[0])) return place(function, operands[0], Id<void>::none, depth + 1) + path;
    std::string base = value(function, operands[0], depth + 1);
    if (path.empty()) return "*" + base;
    return path[0] == '.' ? base + "->" + path.substr(1) : base + path;
  }
  case Opcode::Index: {
    std::string base = isAddress(function, operands[0]) ? place(function, operands[0], Id<void>::none, depth + 1)
                                                        : value(function, operands[0], depth + 1);
    std::string path = i->type ? layout_.path(i->type, 0, bytes) : "";
    return base + "[" + value(function, operands[1], depth + 1) + "]" + path;
  }
  case Opcode::Copy:
    if (name.empty()) return place(function, operands[0], bytes, depth + 1);
    break;
  default:
    break;
  }
  std::string base = value(function, pointer, depth + 1);
  if (base.empty() || base == "…") return "";
  return base[0] == '&' ? base.substr(1) : "*" + base;
}

std::string ExpressionNames::value(const Function& function, ValueId v, unsigned depth) const {
  if (depth > maxDepth || !v) return "…";
  if (v.isConstant()) {
    const Constant& c = program_.constants[v.constant()];
    switch (c.kind) {
    case ConstantKind::Integer:
      return std::to_string(c.value);
    case ConstantKind::Null:
      return "0";
    case ConstantKind::Global:
      return "&" + place(function, v, 0, depth + 1);
    case ConstantKind::Function:
      return program_.text(program_.functions[FunctionId(c.symbol)].name).str();
    default:
      return "…";
    }
  }
  llvm::StringRef name = program_.text(program_.local(function, v.local()).name);
  const Instruction* i = definitionOf(program_, function, v);
  if (i && i->opcode == Opcode::Allocate) return "&" + name.str();
  if (!name.empty()) return name.str();
  if (!i) return "…";
  auto operands = program_.operandsOf(*i);
  switch (i->opcode) {
  case Opcode::Load:
  case Opcode::AtomicLoad: {
    std::string text = place(function, operands[0], static_cast<uint64_t>(i->immediate), depth + 1);
    return text.empty() ? "…" : text;
  }
  case Opcode::Copy:
    return value(function, operands[0], depth + 1);
  case Opcode::Field:
  case Opcode::Index: {
    std::string text = place(function, v, 0, depth + 1);
    return text.empty() ? "…" : "&" + text;
  }
  case Opcode::Call:
    return program_.text(program_.functions[program_.calleeOf(*i)].name).str() + "(…)";
  case Opcode::Phi:
    // A variable that changes in a loop keeps its name in one of the ways.
    for (ValueId operand : operands)
      if (operand.isLocal() && operand != v)
        if (llvm::StringRef other = program_.text(program_.local(function, operand.local()).name); !other.empty())
          return other.str();
    return "…";
  default:
    return "…";
  }
}

} // namespace steward
