#include "order/results.h"

namespace steward {

namespace {

// Whether `result kind number` settles what `when` asks.
std::optional<bool> settles(CompareKind kind, int64_t number, When when) {
  // The values that the comparison leaves possible, by their sign.
  bool negative = true, zero = true, positive = true;
  switch (kind) {
  case CompareKind::Equal:
    negative = number < 0, zero = number == 0, positive = number > 0;
    break;
  case CompareKind::NotEqual:
    zero = number != 0;
    break;
  case CompareKind::Less:
    zero = number > 0, positive = number > 1;
    break;
  case CompareKind::LessEqual:
    zero = number >= 0, positive = number > 0;
    break;
  case CompareKind::Greater:
    zero = number < 0, negative = number < -1;
    break;
  case CompareKind::GreaterEqual:
    zero = number <= 0, negative = number < 0;
    break;
  case CompareKind::Other:
    return std::nullopt;
  }
  bool yes = false, no = false;
  auto count = [&](bool possible, bool fits) {
    if (possible) (fits ? yes : no) = true;
  };
  switch (when) {
  case When::Always:
    return true;
  case When::Zero:
    count(negative, false), count(zero, true), count(positive, false);
    break;
  case When::NonZero:
    count(negative, true), count(zero, false), count(positive, true);
    break;
  case When::Positive:
    count(negative, false), count(zero, false), count(positive, true);
    break;
  case When::NotNegative:
    count(negative, false), count(zero, true), count(positive, true);
    break;
  case When::Negative:
    count(negative, true), count(zero, false), count(positive, false);
    break;
  }
  if (yes == no) return std::nullopt;
  return yes;
}

// The low bit of an old value of one byte, which is all there is of a truth value.
bool isLowBit(const Program& program, const Function& function, const Instruction& i, LocalId result) {
  if (i.opcode != Opcode::Binary || i.binary != BinaryKind::And) return false;
  auto operands = program.operandsOf(i);
  if (program.integer(operands[1]) != 1 || !operands[0].isLocal() || operands[0].local() != result) return false;
  InstructionId definition = program.local(function, result).definition;
  return definition && program.instructions[definition].opcode == Opcode::AtomicUpdate &&
         program.instructions[definition].immediate == 1;
}

std::optional<bool> implied(const Program& program, const Function& function, ValueId value, bool truth, LocalId result,
                            When when, unsigned depth) {
  if (!value.isLocal() || depth > 16) return std::nullopt;
  if (value.local() == result) return settles(truth ? CompareKind::NotEqual : CompareKind::Equal, 0, when);
  InstructionId definition = program.local(function, value.local()).definition;
  if (!definition) return std::nullopt;
  const Instruction& i = program.instructions[definition];
  auto operands = program.operandsOf(i);
  auto follow = [&](ValueId v, bool t) { return implied(program, function, v, t, result, when, depth + 1); };
  switch (i.opcode) {
  case Opcode::Copy:
    return follow(operands[0], truth);
  case Opcode::Extract: {
    // Of a compare-exchange: the old value, or whether that was the expected one.
    if (!operands[0].isLocal() || operands[0].local() != result) return std::nullopt;
    if (i.immediate == 0) return settles(truth ? CompareKind::NotEqual : CompareKind::Equal, 0, when);
    const Instruction& exchange = program.instructions[program.local(function, result).definition];
    if (exchange.opcode != Opcode::CompareExchange) return std::nullopt;
    return when == When::Zero ? std::optional(truth) : std::nullopt;
  }
  case Opcode::Binary:
    // Both operands of a conjunction that is true are true.
    if (i.binary == BinaryKind::And && truth) {
      auto first = follow(operands[0], true);
      return first ? first : follow(operands[1], true);
    }
    return std::nullopt;
  case Opcode::Compare: {
    auto number = program.integer(operands[1]);
    if (!number && operands[1].isConstant()) number = 0; // null
    if (!number) return std::nullopt;
    CompareKind kind = truth ? i.compare : negated(i.compare);
    // Through conversions the result itself may be meant.
    ValueId left = operands[0];
    for (unsigned k = 0; k < 8 && left.isLocal() && left.local() != result; ++k) {
      InstructionId d = program.local(function, left.local()).definition;
      if (!d) break;
      const Instruction& from = program.instructions[d];
      if (from.opcode != Opcode::Copy && (from.opcode != Opcode::Extract || from.immediate != 0) &&
          !isLowBit(program, function, from, result))
        break;
      left = program.operandsOf(program.instructions[d])[0];
    }
    if (left.isLocal() && left.local() == result) return settles(kind, *number, when);
    if (*number == 0 && kind == CompareKind::NotEqual) return follow(left, true);
    if (*number == 0 && kind == CompareKind::Equal) return follow(left, false);
    if (*number == 1 && kind == CompareKind::Equal) return follow(left, true);
    return std::nullopt;
  }
  case Opcode::Phi: {
    // Short-circuit operators: ways that contribute the other truth value were not taken.
    ValueId only;
    for (ValueId operand : operands) {
      if (auto number = program.integer(operand); number && (*number != 0) != truth) continue;
      if (only) return std::nullopt;
      only = operand;
    }
    return only ? follow(only, truth) : std::nullopt;
  }
  case Opcode::Select: {
    // a && b is select a, b, false; a || b is select a, true, b.
    auto yes = program.integer(operands[1]), no = program.integer(operands[2]);
    if (truth && no == 0) {
      auto first = follow(operands[0], true);
      return first ? first : follow(operands[1], true);
    }
    if (!truth && yes && *yes != 0) {
      auto first = follow(operands[0], false);
      return first ? first : follow(operands[2], false);
    }
    return std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<bool> impliedResult(const Program& program, const Function& function, ValueId condition, bool truth,
                                  LocalId result, When when) {
  return implied(program, function, condition, truth, result, when, 0);
}

std::optional<bool> impliedByComparison(const Program& program, const Function& function, ValueId value,
                                        CompareKind kind, int64_t number, LocalId result, When when) {
  for (unsigned k = 0; k < 8 && value.isLocal() && value.local() != result; ++k) {
    InstructionId definition = program.local(function, value.local()).definition;
    if (!definition || program.instructions[definition].opcode != Opcode::Copy) break;
    value = program.operandsOf(program.instructions[definition])[0];
  }
  if (value.isLocal() && value.local() == result) return settles(kind, number, when);
  // Of a truth value.
  if (number == 0 && kind == CompareKind::Equal) return impliedResult(program, function, value, false, result, when);
  if ((number == 0 && kind == CompareKind::NotEqual) || (number == 1 && kind == CompareKind::Equal))
    return impliedResult(program, function, value, true, result, when);
  return std::nullopt;
}

std::optional<bool> impliedByCase(const Program& program, const Function& function, const Instruction& choice,
                                  unsigned successor, LocalId result, When when) {
  auto operands = program.operandsOf(choice);
  ValueId value = operands[0];
  for (unsigned k = 0; k < 8 && value.isLocal() && value.local() != result; ++k) {
    InstructionId definition = program.local(function, value.local()).definition;
    if (!definition || program.instructions[definition].opcode != Opcode::Copy) break;
    value = program.operandsOf(program.instructions[definition])[0];
  }
  if (!value.isLocal() || value.local() != result) return std::nullopt;
  auto cases = operands.drop_front();
  if (successor > 0) {
    auto number = program.integer(cases[successor - 1]);
    return number ? settles(CompareKind::Equal, *number, when) : std::nullopt;
  }
  bool hasZero = llvm::any_of(cases, [&](ValueId c) { return program.integer(c) == 0; });
  return hasZero ? settles(CompareKind::NotEqual, 0, when) : std::nullopt;
}

std::optional<int64_t> knownNumber(const Program& program, const Function& function, ValueId value, unsigned depth) {
  if (auto number = program.integer(value)) return number;
  if (!value.isLocal() || depth > 8) return std::nullopt;
  InstructionId definition = program.local(function, value.local()).definition;
  if (!definition) return std::nullopt;
  const Instruction& i = program.instructions[definition];
  auto operands = program.operandsOf(i);
  if (i.opcode == Opcode::Copy) return knownNumber(program, function, operands[0], depth + 1);
  if (i.opcode == Opcode::Compare && (i.compare == CompareKind::Equal || i.compare == CompareKind::NotEqual)) {
    auto left = knownNumber(program, function, operands[0], depth + 1);
    auto right = knownNumber(program, function, operands[1], depth + 1);
    if (!left || !right) return std::nullopt;
    return (*left == *right) == (i.compare == CompareKind::Equal);
  }
  FunctionId id = program.calleeOf(i);
  if (!id || program.functions[id].isDeclaration()) return std::nullopt;
  const Function& callee = program.functions[id];
  std::optional<int64_t> result;
  for (BlockId b : program.blocksOf(callee))
    for (InstructionId k : program.instructionsOf(program.blocks[b])) {
      const Instruction& last = program.instructions[k];
      if (last.opcode != Opcode::Return) continue;
      auto returned = program.operandsOf(last);
      auto number = returned.empty() ? std::nullopt : knownNumber(program, callee, returned[0], depth + 1);
      if (!number || (result && *result != *number)) return std::nullopt;
      result = number;
    }
  return result;
}

} // namespace steward
