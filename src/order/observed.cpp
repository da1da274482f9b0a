#include "order/observed.h"

#include "order/results.h"

namespace steward {

bool ValueTest::mayHold(int64_t number) const {
  int64_t seen = static_cast<int64_t>(static_cast<uint64_t>(number) & mask);
  // A negative number is a large unsigned one, of a width that is not known here.
  if (isUnsigned && kind != CompareKind::Equal && kind != CompareKind::NotEqual && (seen < 0 || bound < 0)) return true;
  switch (kind) {
  case CompareKind::Equal:
    return seen == bound;
  case CompareKind::NotEqual:
    return seen != bound;
  case CompareKind::Less:
    return seen < bound;
  case CompareKind::LessEqual:
    return seen <= bound;
  case CompareKind::Greater:
    return seen > bound;
  case CompareKind::GreaterEqual:
    return seen >= bound;
  case CompareKind::Other:
    return true;
  }
  return true;
}

namespace {

constexpr unsigned maxDepth = 16;

class Observer {
public:
  explicit Observer(const PointerAnalysis& pointers) : pointers_(pointers), program_(pointers.program()) {}

  std::vector<ObservedRead> result;

  // Given that the value is something other than 0 (`truth`), or 0.
  void condition(InstanceId instance, ValueId value, bool truth, unsigned depth = 0) {
    const Instruction* i = definitionOf(instance, value);
    if (!i || depth > maxDepth) return;
    auto operands = program_.operandsOf(*i);
    auto follow = [&](ValueId v, bool t) { condition(instance, v, t, depth + 1); };
    switch (i->opcode) {
    case Opcode::Copy:
      return follow(operands[0], truth);
    case Opcode::Binary:
      if (i->binary == BinaryKind::And && !program_.integer(operands[1]) && truth) {
        follow(operands[0], true);
        return follow(operands[1], true);
      }
      if (i->binary == BinaryKind::Or && !truth) {
        follow(operands[0], false);
        return follow(operands[1], false);
      }
      // `not` of a truth value.
      if (auto number = program_.integer(operands[1]);
          i->binary == BinaryKind::Xor && number && (*number == 1 || *number == -1) && isTruth(instance, operands[0]))
        return follow(operands[0], !truth);
      break;
    case Opcode::Compare:
      return compare(instance, *i, truth, depth);
    case Opcode::Phi: {
      // Short-circuit operators: ways that contribute the other truth value were not taken.
      ValueId only;
      for (ValueId operand : operands) {
        if (auto number = program_.integer(operand); number && (*number != 0) != truth) continue;
        if (only) return;
        only = operand;
      }
      if (!only) return;
      follow(only, truth);
      // And control came by the edge that this is the value of: `a && b`.
      for (size_t k = 0; k < operands.size(); ++k)
        if (operands[k] == only) cameBy(instance, program_.incoming[i->firstIncoming + k], depth);
      return;
    }
    case Opcode::Select: {
      // a && b is select a, b, false; a || b is select a, true, b.
      auto yes = program_.integer(operands[1]), no = program_.integer(operands[2]);
      if (truth && no == 0) {
        follow(operands[0], true);
        follow(operands[1], true);
      } else if (!truth && yes && *yes != 0) {
        follow(operands[0], false);
        follow(operands[2], false);
      }
      return;
    }
    case Opcode::Extract: {
      // Whether a compare-exchange took place: then the old value was the expected one.
      const Instruction* exchange = definitionOf(instance, operands[0]);
      if (!exchange || exchange->opcode != Opcode::CompareExchange || i->immediate == 0) break;
      auto expected = possibleNumbers(program_, pointers_.functionOf(instance), program_.operandsOf(*exchange)[1]);
      if (truth && expected && expected->size() == 1)
        result.push_back({instance,
                          program_.local(pointers_.functionOf(instance), exchange->result).definition,
                          {CompareKind::Equal, false, (*expected)[0]},
                          true});
      return;
    }
    case Opcode::Call:
      if (auto returned = returnedBy(instance, *i)) condition(returned->first, returned->second, truth, depth + 1);
      return;
    default:
      break;
    }
    test(instance, value, truth ? CompareKind::NotEqual : CompareKind::Equal, 0, false);
  }

  // Given that the value compares so with a number.
  bool test(InstanceId instance, ValueId value, CompareKind kind, int64_t bound, bool isUnsigned) {
    ValueTest asked{kind, isUnsigned, bound};
    for (unsigned depth = 0; depth < maxDepth; ++depth) {
      const Instruction* i = definitionOf(instance, value);
      if (!i) return false;
      auto operands = program_.operandsOf(*i);
      switch (i->opcode) {
      case Opcode::Load:
      case Opcode::AtomicLoad:
      case Opcode::AtomicUpdate:
        result.push_back({instance, program_.local(pointers_.functionOf(instance), i->result).definition, asked});
        return true;
      case Opcode::Copy:
        value = operands[0];
        break;
      case Opcode::Extract: {
        const Instruction* exchange = definitionOf(instance, operands[0]);
        if (!exchange || exchange->opcode != Opcode::CompareExchange || i->immediate != 0) return false;
        result.push_back(
            {instance, program_.local(pointers_.functionOf(instance), exchange->result).definition, asked});
        return true;
      }
      case Opcode::Binary: {
        auto number = program_.integer(operands[1]);
        bool isEquality = asked.kind == CompareKind::Equal || asked.kind == CompareKind::NotEqual;
        if (!number || !isEquality) return false;
        if (i->binary == BinaryKind::And)
          asked.mask &= static_cast<uint64_t>(*number);
        else if (asked.mask != ~uint64_t{0})
          return false;
        else if (i->binary == BinaryKind::Add)
          asked.bound -= *number;
        else if (i->binary == BinaryKind::Sub)
          asked.bound += *number;
        else
          return false;
        value = operands[0];
        break;
      }
      case Opcode::Call: {
        auto returned = returnedBy(instance, *i);
        if (!returned) return false;
        std::tie(instance, value) = *returned;
        break;
      }
      default:
        return false;
      }
    }
    return false;
  }

private:
  const Instruction* definitionOf(InstanceId instance, ValueId value) const {
    if (!value.isLocal()) return nullptr;
    InstructionId definition = program_.local(pointers_.functionOf(instance), value.local()).definition;
    return definition ? &program_.instructions[definition] : nullptr;
  }

  // What is true because control is in a block: what the one branch says that leads there.
  void cameBy(InstanceId instance, BlockId block, unsigned depth) {
    if (depth > maxDepth) return;
    BlockId from;
    unsigned successor = 0;
    for (BlockId b : program_.blocksOf(pointers_.functionOf(instance))) {
      auto successors = program_.successorsOf(program_.blocks[b]);
      for (unsigned k = 0; k < successors.size(); ++k) {
        if (successors[k] != block) continue;
        if (from) return;
        from = b, successor = k;
      }
      if (llvm::is_contained(program_.handlersOf(program_.blocks[b]), block)) return;
    }
    if (!from) return;
    const Block& before = program_.blocks[from];
    const Instruction& last =
        program_.instructions[InstructionId(before.firstInstruction.index + before.instructionCount - 1)];
    if (last.opcode == Opcode::Branch && before.successorCount == 2)
      condition(instance, program_.operandsOf(last)[0], successor == 0, depth + 1);
    else if (before.successorCount == 1)
      cameBy(instance, from, depth + 1);
  }

  bool isTruth(InstanceId instance, ValueId value) const {
    for (unsigned depth = 0; depth < maxDepth; ++depth) {
      const Instruction* i = definitionOf(instance, value);
      if (!i) return false;
      if (i->opcode == Opcode::Compare || i->opcode == Opcode::Phi || i->opcode == Opcode::Select ||
          i->opcode == Opcode::Extract)
        return true;
      // A truth value is kept as a byte.
      if (i->opcode == Opcode::Load || i->opcode == Opcode::AtomicLoad || i->opcode == Opcode::AtomicUpdate)
        return i->immediate == 1;
      if (i->opcode != Opcode::Copy) return i->opcode == Opcode::Call;
      value = program_.operandsOf(*i)[0];
    }
    return false;
  }

  void compare(InstanceId instance, const Instruction& i, bool truth, unsigned depth) {
    auto operands = program_.operandsOf(i);
    ValueId left = operands[0], right = operands[1];
    CompareKind kind = truth ? i.compare : negated(i.compare);
    if (left.isConstant()) {
      std::swap(left, right);
      kind = mirrored(kind);
    }
    if (!right.isConstant() || kind == CompareKind::Other) return;
    const Constant& c = program_.constants[right.constant()];
    if (c.kind != ConstantKind::Integer && c.kind != ConstantKind::Null) return;
    int64_t number = c.kind == ConstantKind::Integer ? c.value : 0;
    if (test(instance, left, kind, number, i.isUnsigned)) return;
    if (number == 0 && kind == CompareKind::NotEqual) condition(instance, left, true, depth + 1);
    if (number == 0 && kind == CompareKind::Equal) condition(instance, left, false, depth + 1);
    if (number == 1 && kind == CompareKind::Equal) condition(instance, left, true, depth + 1);
  }

  // The value that a call returns, in the instance that returns it.
  std::optional<std::pair<InstanceId, ValueId>> returnedBy(InstanceId instance, const Instruction& call) const {
    InstructionId id = program_.local(pointers_.functionOf(instance), call.result).definition;
    auto callees = pointers_.callees({instance, id});
    if (callees.size() != 1 || !pointers_.isPlainCall({instance, id}) || !pointers_.modelsAt({instance, id}).empty())
      return std::nullopt;
    ValueId only;
    for (BlockId b : program_.blocksOf(pointers_.functionOf(callees[0])))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
        if (program_.instructions[i].opcode != Opcode::Return) continue;
        auto returned = program_.operandsOf(program_.instructions[i]);
        if (only || returned.empty()) return std::nullopt;
        only = returned[0];
      }
    if (!only) return std::nullopt;
    return std::pair(callees[0], only);
  }

  const PointerAnalysis& pointers_;
  const Program& program_;
};

} // namespace

std::vector<ObservedRead> observedOnEdge(const PointerAnalysis& pointers, InstanceId instance, BlockId id,
                                         unsigned successor) {
  const Program& program = pointers.program();
  const Block& block = program.blocks[id];
  const Instruction& last =
      program.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
  Observer observer(pointers);
  auto operands = program.operandsOf(last);
  if (last.opcode == Opcode::Branch) observer.condition(instance, operands[0], successor == 0);
  if (last.opcode == Opcode::Switch) {
    auto cases = operands.drop_front();
    if (successor > 0) {
      if (auto number = program.integer(cases[successor - 1]))
        observer.test(instance, operands[0], CompareKind::Equal, *number, false);
    } else {
      for (ValueId other : cases)
        if (auto number = program.integer(other))
          observer.test(instance, operands[0], CompareKind::NotEqual, *number, false);
    }
  }
  return std::move(observer.result);
}

static bool addNumbers(const Program& program, const Function& function, ValueId value,
                       llvm::SmallVector<int64_t, 4>& out, unsigned depth) {
  if (auto number = knownNumber(program, function, value)) {
    if (!llvm::is_contained(out, *number)) out.push_back(*number);
    return out.size() <= 8;
  }
  if (value.isConstant()) {
    if (program.constants[value.constant()].kind != ConstantKind::Null) return false;
    out.push_back(0);
    return true;
  }
  InstructionId definition = value.isLocal() ? program.local(function, value.local()).definition : InstructionId();
  if (!definition || depth > 4) return false;
  const Instruction& i = program.instructions[definition];
  auto operands = program.operandsOf(i);
  if (i.opcode == Opcode::Copy) return addNumbers(program, function, operands[0], out, depth + 1);
  if (i.opcode != Opcode::Phi && i.opcode != Opcode::Select) return false;
  return llvm::all_of(i.opcode == Opcode::Select ? operands.drop_front() : operands,
                      [&](ValueId v) { return v == value || addNumbers(program, function, v, out, depth + 1); });
}

std::optional<llvm::SmallVector<int64_t, 4>> possibleNumbers(const Program& program, const Function& function,
                                                             ValueId value) {
  llvm::SmallVector<int64_t, 4> result;
  if (!addNumbers(program, function, value, result, 0)) return std::nullopt;
  return result;
}

} // namespace steward
