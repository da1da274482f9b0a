#include "race/symbolic.h"

namespace steward {

static SymbolicValue number(Polynomial p) { return {Base(), std::move(p)}; }

std::optional<SymbolicValue> Evaluator::value(ScopeId scope, ValueId v, InstructionId at) {
  const Program& program = s_.program;
  if (!v) return std::nullopt;
  if (v.isLocal()) return local(scope, v.local(), at);
  const Constant& c = program.constants[v.constant()];
  switch (c.kind) {
  case ConstantKind::Integer:
    return number(c.value);
  case ConstantKind::Null:
    return number(0);
  case ConstantKind::Global: {
    if (program.globals[GlobalId(c.symbol)].isThreadLocal) return std::nullopt;
    SymbolicValue result;
    result.base.kind = Base::Global;
    result.base.site = c.symbol;
    result.offset = c.value;
    return result;
  }
  default:
    return std::nullopt;
  }
}

std::optional<SymbolicValue> Evaluator::local(ScopeId scope, LocalId id, InstructionId at) {
  constexpr unsigned maxDepth = 60;
  BlockId block = s_.reach.blockOf(at);
  auto key = std::tuple(scope, id, block);
  if (auto it = known_.find(key); it != known_.end()) return it->second;
  if (depth_ > maxDepth) return std::nullopt;
  known_[key] = std::nullopt; // while it is being looked for
  ++depth_;
  const Program& program = s_.program;
  const Function& function = program.functions[s_.functionOf(scope)];
  Result result;
  InstructionId definition = program.local(function, id).definition;
  if (!definition) {
    result = parameter(scope, id.index);
  } else {
    const Instruction& i = program.instructions[definition];
    auto operands = program.operandsOf(i);
    switch (i.opcode) {
    case Opcode::Copy:
      result = value(scope, operands[0], at);
      break;
    case Opcode::Field:
      result = value(scope, operands[0], at);
      if (result) result->offset = result->offset + Polynomial(i.immediate);
      break;
    case Opcode::Index: {
      result = value(scope, operands[0], at);
      auto index = value(scope, operands[1], at);
      if (!index || index->base.kind != Base::None) result = std::nullopt;
      if (result) result->offset = result->offset + index->offset * Polynomial(i.immediate);
      break;
    }
    case Opcode::Binary: {
      auto a = value(scope, operands[0], at), b = value(scope, operands[1], at);
      if (!a || !b) break;
      bool isDifference = i.binary == BinaryKind::Sub && a->base == b->base;
      if (isDifference) a->base = b->base = Base();
      if (b->base.kind != Base::None && i.binary == BinaryKind::Add) std::swap(a, b);
      if (b->base.kind != Base::None) break;
      if (a->base.kind != Base::None && i.binary != BinaryKind::Add && i.binary != BinaryKind::Sub) break;
      auto amount = b->offset.number();
      switch (i.binary) {
      case BinaryKind::Add:
        a->offset = a->offset + b->offset;
        result = a;
        break;
      case BinaryKind::Sub:
        a->offset = a->offset - b->offset;
        result = a;
        break;
      case BinaryKind::Mul:
        result = number(a->offset * b->offset);
        break;
      case BinaryKind::Shl:
        if (amount && *amount >= 0 && *amount < 31) result = number(a->offset * Polynomial(int64_t{1} << *amount));
        break;
      case BinaryKind::Shr:
        if (amount && *amount >= 0 && *amount < 31)
          result = number(s_.atoms.quotient(a->offset, Polynomial(int64_t{1} << *amount)));
        break;
      case BinaryKind::Div:
        result = number(s_.atoms.quotient(a->offset, b->offset));
        break;
      case BinaryKind::Rem:
        result = number(s_.atoms.remainder(a->offset, b->offset));
        break;
      case BinaryKind::Min:
        result = number(s_.atoms.least(a->offset, b->offset));
        break;
      default:
        break;
      }
      break;
    }
    case Opcode::Phi:
      result = phi(scope, definition, at);
      break;
    case Opcode::Select: {
      auto a = value(scope, operands[1], at), b = value(scope, operands[2], at);
      if (a && b) result = choose(scope, operands[0], at, *a, *b);
      break;
    }
    case Opcode::Load: {
      InstanceId instance = s_[scope].instance;
      auto address = value(scope, operands[0], definition);
      if (address)
        result = content(scope, *address, s_.pointers.pointsTo(instance, operands[0]),
                         static_cast<uint64_t>(i.immediate), definition, 0);
      break;
    }
    case Opcode::Call:
      result = call(scope, definition);
      break;
    case Opcode::Allocate:
      result = allocation(scope, definition);
      break;
    default:
      break;
    }
    if (!result) result = symbol(scope, id);
  }
  --depth_;
  return known_[key] = result;
}

// A number or address that the creator has from somewhere, and that is the same whenever it creates threads.
std::optional<SymbolicValue> Evaluator::symbol(ScopeId scope, LocalId id) {
  const Program& program = s_.program;
  const Function& function = program.functions[s_.functionOf(scope)];
  InstructionId definition = program.local(function, id).definition;
  BlockId block = definition ? s_.reach.blockOf(definition) : function.firstBlock;
  if (!isFixed(scope, block)) return std::nullopt;
  Atom atom;
  atom.name = {0, scope.index, id.index};
  AtomId known = s_.atoms.intern(std::move(atom));
  s_.values[known] = {scope, id};
  return number(Polynomial::atom(known));
}

bool Evaluator::isFixed(ScopeId scope, BlockId definition) {
  // Of several creators, only one makes the tasks that are compared.
  auto isMadeByOne = [&](ScopeId entry) {
    return s_[s_[entry].caller].origin == s_[scope].origin && s_.concurrency.isByOne(s_[entry].origin);
  };
  // All of a team are started by one thread.
  auto isOfStarter = [&](ScopeId entry) {
    if (s_.round(entry).kind != Round::Team || s_[entry].origin == s_[scope].origin) return false;
    for (ScopeId s = s_[entry].caller; s; s = s_[s].caller)
      if (s == scope) return true;
    return false;
  };
  if (s_.concurrency.runsTwice(s_[scope].origin) && !llvm::all_of(entries_, isMadeByOne) &&
      !llvm::all_of(entries_, isOfStarter))
    return false;
  if (withCreator_ && (!s_.reach.runsOnce(s_[scope].instance) || s_.reach.isInLoop(definition))) return false;
  for (ScopeId entry : entries_) {
    // It must be the creator's, and outside of the loop that creates.
    if (s_[scope].origin == s_[entry].origin || !s_.origins.isAncestor(s_[scope].origin, s_[entry].origin))
      return false;
    const Round& round = s_.round(entry);
    if (round.kind == Round::Unknown) return false;
    if (round.kind == Round::Team) {
      // All of a team are started by one call, and what its caller had then is one value.
      bool isCallers = false;
      for (ScopeId s = round.scope; s; s = s_[s].caller) isCallers |= s == scope;
      if (!isCallers && (!s_.reach.runsOnce(s_[scope].instance) || s_.reach.isInLoop(definition))) return false;
      continue;
    }
    if (round.kind == Round::Once) {
      // A creator that comes by only once has one value for it, outside of loops.
      for (ScopeId s = scope; s; s = s_[s].caller) {
        BlockId at = s == scope ? definition : s_.reach.blockOf(s_.positionIn(s, scope, {}));
        if (s_.reach.isInLoop(at) || !s_[s].isPlain) return false;
        if (s_[s].fork) break;
      }
      continue;
    }
    InstructionId at = s_.positionIn(round.scope, scope, {});
    bool isInside = scope == round.scope
                        ? s_.loop(s_.functionOf(scope), round.header)->contains(definition)
                        : at && s_.loop(s_.functionOf(round.scope), round.header)->contains(s_.reach.blockOf(at));
    if (isInside) return false;
    // Outside of the loop it is one value when it is on the way to it; elsewhere it must be computed once only.
    bool isOnTheWay = false;
    for (ScopeId s = round.scope; s; s = s_[s].caller) isOnTheWay |= s == scope;
    if (!isOnTheWay && !s_.reach.runsOnce(s_[scope].instance)) return false;
    if (!isOnTheWay && s_.reach.isInLoop(definition)) return false;
  }
  return true;
}

std::optional<SymbolicValue> Evaluator::parameter(ScopeId id, uint32_t index) {
  const Scope scope = s_[id];
  if (!scope.caller) return symbol(id, LocalId(index));
  const Instruction& call = s_.program.instructions[scope.call];
  if (!scope.fork) {
    auto arguments = s_.program.argumentsOf(call);
    if (!scope.isPlain || index >= arguments.size()) return std::nullopt;
    return value(scope.caller, arguments[index], scope.call);
  }
  CallPart part;
  if (scope.fork->slot) {
    if (index != 0) return std::nullopt;
    part = scope.fork->entry;
  } else {
    part = handedAs(*scope.fork, index);
  }
  if (part.kind != CallPart::Argument || part.offset) return std::nullopt;
  ValueId handed = argumentOf(s_.program, call, part);
  auto result = value(scope.caller, handed, scope.call);
  if (!result || !part.indirect) return result;
  return content(scope.caller, *result, s_.pointers.pointsTo(s_[scope.caller].instance, handed), 8, scope.call, 0);
}

std::optional<SymbolicValue> Evaluator::allocation(ScopeId scope, InstructionId at) {
  SymbolicValue result;
  result.base.kind = Base::Allocated;
  result.base.site = at.index;
  result.base.scope = scope;
  bool isStack =
      s_.program.instructions[at].opcode == Opcode::Allocate && s_.program.instructions[at].storage == Storage::Stack;
  const Function& function = s_.program.functions[s_.functionOf(scope)];
  // A variable is there from the start of its function to its end.
  if (isStack && s_.reach.isInLoop(s_.reach.blockOf(at))) return std::nullopt;
  // The loop around it, in this function or in those that call it.
  BlockId block = isStack ? function.firstBlock : s_.reach.blockOf(at);
  for (ScopeId s = scope; s; s = s_[s].caller) {
    if (const NaturalLoop* loop = s_.innermost(s_.functionOf(s), block)) {
      result.base.isInLoop = true;
      result.base.round = Polynomial::atom(s_.iteration(s, *loop));
      break;
    }
    if (s_.reach.isInLoop(block)) return std::nullopt;
    if (s_[s].fork || !s_[s].caller) break;
    block = s_.reach.blockOf(s_[s].call);
  }
  return result;
}

std::optional<SymbolicValue> Evaluator::call(ScopeId scope, InstructionId at) {
  CallSite site{s_[scope].instance, at};
  for (const CallModel* model : s_.pointers.modelsAt(site))
    for (const Effect& effect : model->effects)
      if (effect.kind == EffectKind::Share)
        return value(scope, argumentOf(s_.program, s_.program.instructions[at], effect.from), at);
      else if (effect.kind == EffectKind::ThreadNumber || effect.kind == EffectKind::TeamSize)
        return ofTeam(scope, effect.kind);
      else if (effect.kind == EffectKind::Allocate && effect.to.kind == CallPart::Result)
        return allocation(scope, at);
      else if (effect.kind == EffectKind::Allocate && !effect.to)
        return allocation(scope, at);
  auto callees = s_.pointers.callees(site);
  if (callees.size() != 1 || !s_.pointers.isPlainCall(site) || s_.reach.recurs(callees[0])) return std::nullopt;
  ScopeId callee = s_.child(scope, callees[0], at);
  const Function& function = s_.pointers.functionOf(callees[0]);
  Result result;
  bool isFirst = true;
  for (BlockId b : s_.program.blocksOf(function)) {
    const Block& block = s_.program.blocks[b];
    InstructionId last(block.firstInstruction.index + block.instructionCount - 1);
    const Instruction& end = s_.program.instructions[last];
    if (end.opcode != Opcode::Return || end.operandCount == 0) continue;
    auto returned = value(callee, s_.program.operandsOf(end)[0], last);
    if (!returned) return std::nullopt;
    // A null that says that there is no memory.
    if (!isFirst && returned->base.kind == Base::None && returned->offset.isZero() && result->base.kind != Base::None)
      continue;
    if (!isFirst && result->base.kind == Base::None && result->offset.isZero() && returned->base.kind != Base::None)
      isFirst = true;
    if (!isFirst && !(returned->base == result->base && returned->offset == result->offset)) return std::nullopt;
    result = returned;
    isFirst = false;
  }
  return result;
}

std::optional<SymbolicValue> Evaluator::ofTeam(ScopeId scope, EffectKind kind) {
  ScopeId entry = s_.entryOf(scope);
  if (s_[scope].origin == Origins::main()) return number(kind == EffectKind::TeamSize ? 1 : 0);
  if (s_.round(entry).kind != Round::Team) return std::nullopt;
  return number(kind == EffectKind::TeamSize ? s_.teamSize(entry) : Polynomial::atom(s_.threadNumber(entry)));
}

std::optional<SymbolicValue> Evaluator::phi(ScopeId scope, InstructionId definition, InstructionId at) {
  FunctionId function = s_.functionOf(scope);
  BlockId block = s_.reach.blockOf(definition);
  if (const NaturalLoop* loop = s_.loop(function, block)) {
    BlockId user = s_.reach.blockOf(at);
    // Behind the loop it is whatever the last round left.
    if (user == block || !loop->contains(user)) return std::nullopt;
    return counter(scope, definition, *loop);
  }
  return merged(scope, definition);
}

// init + step · iteration
std::optional<SymbolicValue> Evaluator::counter(ScopeId scope, InstructionId definition, const NaturalLoop& loop) {
  const Program& program = s_.program;
  const Function& function = program.functions[s_.functionOf(scope)];
  const Instruction& phi = program.instructions[definition];
  auto operands = program.operandsOf(phi);
  auto from = program.incomingOf(phi);
  Result start;
  std::optional<Polynomial> step;
  for (size_t k = 0; k < operands.size(); ++k) {
    if (!loop.contains(from[k])) {
      const Block& before = program.blocks[from[k]];
      InstructionId last(before.firstInstruction.index + before.instructionCount - 1);
      auto value = this->value(scope, operands[k], last);
      if (!value || (start && !(start->base == value->base && start->offset == value->offset))) return std::nullopt;
      start = value;
      continue;
    }
    ValueId next = stripCopies(program, function, operands[k]);
    InstructionId change = next.isLocal() ? program.local(function, next.local()).definition : InstructionId();
    if (!change) return std::nullopt;
    const Instruction& i = program.instructions[change];
    auto terms = program.operandsOf(i);
    auto isCounter = [&](ValueId v) {
      v = stripCopies(program, function, v);
      return v.isLocal() && v.local() == phi.result;
    };
    ValueId amount;
    int64_t factor = 1;
    if (i.opcode == Opcode::Binary && (i.binary == BinaryKind::Add || i.binary == BinaryKind::Sub) &&
        isCounter(terms[0]))
      amount = terms[1], factor = i.binary == BinaryKind::Add ? 1 : -1;
    else if (i.opcode == Opcode::Binary && i.binary == BinaryKind::Add && isCounter(terms[1]))
      amount = terms[0];
    else if (i.opcode == Opcode::Index && isCounter(terms[0]))
      amount = terms[1], factor = i.immediate;
    if (!amount) return std::nullopt;
    auto by = value(scope, amount, change);
    if (!by || by->base.kind != Base::None) return std::nullopt;
    Polynomial whole = by->offset * Polynomial(factor);
    if (step && !(*step == whole)) return std::nullopt;
    step = whole;
  }
  if (!start || !step) return std::nullopt;
  AtomId iteration = s_.iteration(scope, loop);
  if (s_.atoms.mentions(*step, iteration) || s_.atoms.mentions(start->offset, iteration)) return std::nullopt;
  start->offset = start->offset + *step * Polynomial::atom(iteration);
  return start;
}

// Where two ways meet, what the branch between them decides.
std::optional<SymbolicValue> Evaluator::merged(ScopeId scope, InstructionId definition) {
  const Program& program = s_.program;
  FunctionId function = s_.functionOf(scope);
  const Instruction& phi = program.instructions[definition];
  auto operands = program.operandsOf(phi);
  auto from = program.incomingOf(phi);
  BlockId block = s_.reach.blockOf(definition);
  std::vector<SymbolicValue> values;
  for (size_t k = 0; k < operands.size(); ++k) {
    const Block& before = program.blocks[from[k]];
    InstructionId last(before.firstInstruction.index + before.instructionCount - 1);
    auto value = this->value(scope, operands[k], last);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  // A null that stands for an object that there is not: it is not what is accessed.
  if (llvm::any_of(values, [](const SymbolicValue& v) { return v.base.kind == Base::Allocated; })) {
    auto isNull = [](const SymbolicValue& v) { return v.base.kind == Base::None && v.offset.isZero(); };
    llvm::erase_if(values, isNull);
  }
  bool isSame = llvm::all_of(
      values, [&](const SymbolicValue& v) { return v.base == values[0].base && v.offset == values[0].offset; });
  if (isSame) return values[0];
  if (values.size() != 2 || operands.size() != 2) return std::nullopt;
  // The nearest block that both ways come from.
  const Dominators& d = s_.dominators(function);
  BlockId fork;
  for (BlockId b : program.blocksOf(program.functions[function])) {
    if (!d.reachable(b) || b == block || !d.dominates(b, block)) continue;
    if (!fork || d.dominates(fork, b)) fork = b;
  }
  if (!fork) return std::nullopt;
  const Block& head = program.blocks[fork];
  InstructionId last(head.firstInstruction.index + head.instructionCount - 1);
  const Instruction& branch = program.instructions[last];
  if (branch.opcode != Opcode::Branch) return std::nullopt;
  auto successors = program.successorsOf(head);
  // Which way of the branch leads to which value.
  auto comesBy = [&](size_t k, BlockId successor) {
    if (from[k] == fork) return successor == block;
    return successor != block && d.dominates(successor, from[k]);
  };
  if (successors[0] == successors[1]) return std::nullopt;
  if (comesBy(0, successors[0]) && comesBy(1, successors[1]))
    return choose(scope, program.operandsOf(branch)[0], last, values[0], values[1]);
  if (comesBy(1, successors[0]) && comesBy(0, successors[1]))
    return choose(scope, program.operandsOf(branch)[0], last, values[1], values[0]);
  return std::nullopt;
}

std::optional<SymbolicValue> Evaluator::choose(ScopeId scope, ValueId condition, InstructionId at,
                                               const SymbolicValue& whenTrue, const SymbolicValue& whenFalse) {
  if (!(whenTrue.base == whenFalse.base)) return std::nullopt;
  const Program& program = s_.program;
  const Function& function = program.functions[s_.functionOf(scope)];
  SymbolicValue result = whenTrue;
  condition = stripCopies(program, function, condition);
  InstructionId test = condition.isLocal() ? program.local(function, condition.local()).definition : InstructionId();
  if (!test || program.instructions[test].opcode != Opcode::Compare) return std::nullopt;
  const Instruction& compare = program.instructions[test];
  auto a = value(scope, program.operandsOf(compare)[0], at), b = value(scope, program.operandsOf(compare)[1], at);
  if (!a || !b || !(a->base == b->base)) return std::nullopt;
  result.offset = s_.atoms.choice(compare.compare, a->offset, b->offset, whenTrue.offset, whenFalse.offset);
  return result;
}

const LoopRange& Evaluator::range(AtomId id) {
  if (auto it = ranges_.find(id); it != ranges_.end()) return it->second;
  LoopRange range = s_.loopOf(id);
  if (!range.header) return ranges_[id] = range; // the number in a team
  ranges_[id] = range;                           // while it is being looked for
  // That of a copy is that of the first.
  bound(s_.iteration(range.scope, *s_.loop(s_.functionOf(range.scope), range.header)), range);
  return ranges_[id] = range;
}

// The test that stands in the header of a loop, of a counter against something that does not change.
void Evaluator::bound(AtomId id, LoopRange& range) {
  const Program& program = s_.program;
  ScopeId scope = range.scope;
  FunctionId functionId = s_.functionOf(scope);
  const Function& function = program.functions[functionId];
  const NaturalLoop& loop = *s_.loop(functionId, range.header);
  const Block& header = program.blocks[loop.header];
  InstructionId last(header.firstInstruction.index + header.instructionCount - 1);
  const Instruction& branch = program.instructions[last];
  if (branch.opcode != Opcode::Branch) return;
  auto successors = program.successorsOf(header);
  if (loop.contains(successors[0]) == loop.contains(successors[1])) return;
  bool staysWhenTrue = loop.contains(successors[0]);
  ValueId condition = stripCopies(program, function, program.operandsOf(branch)[0]);
  InstructionId test = condition.isLocal() ? program.local(function, condition.local()).definition : InstructionId();
  if (!test || program.instructions[test].opcode != Opcode::Compare) return;
  const Instruction& compare = program.instructions[test];
  auto operands = program.operandsOf(compare);
  CompareKind kind = compare.compare;
  if (!staysWhenTrue) kind = negated(kind);
  for (int side = 0; side < 2; ++side) {
    ValueId v = stripCopies(program, function, operands[side]);
    InstructionId definition = v.isLocal() ? program.local(function, v.local()).definition : InstructionId();
    if (!definition || program.instructions[definition].opcode != Opcode::Phi ||
        s_.reach.blockOf(definition) != loop.header)
      continue;
    CompareKind k = side == 0 ? kind : mirrored(kind);
    auto counted = counter(scope, definition, loop);
    auto end = value(scope, operands[1 - side], test);
    if (!counted || !end || !(counted->base == end->base) || s_.atoms.mentions(end->offset, id)) return;
    Polynomial start = s_.atoms.replace(counted->offset, id, 0);
    Polynomial step = s_.atoms.replace(counted->offset, id, 1) - start;
    auto by = step.number();
    Polynomial distance = end->offset - start; // that the counter may go, up to but without its end
    if (by && *by < 0) {
      if (k != CompareKind::Greater && k != CompareKind::GreaterEqual && !(k == CompareKind::NotEqual && *by == -1))
        return;
      distance = start - end->offset;
      step = -*by;
      by = -*by;
      if (k == CompareKind::GreaterEqual) distance = distance + 1;
    } else {
      if (k != CompareKind::Less && k != CompareKind::LessEqual && !(k == CompareKind::NotEqual && by)) return;
      if (k == CompareKind::LessEqual) distance = distance + 1;
    }
    if (by && *by == 0) return;
    if (by && *by > 1) {
      bool isWhole = llvm::all_of(distance.terms, [&](const auto& term) { return term.second % *by == 0; });
      if (k == CompareKind::NotEqual && !isWhole) return;
      if (isWhole) {
        distance = s_.atoms.quotient(distance, *by);
        step = 1;
      }
    }
    range.step = step;
    range.room = distance - 1;
    return;
  }
}

bool Evaluator::isSteady(LocationId place, uint64_t bytes) {
  return s_.writes.allTo(place, bytes, [&](const Write& w) {
    for (ScopeId entry : entries_) {
      OriginId origin = s_[entry].origin;
      if (w.origin == origin) return false;
      auto executions = s_.order.executions(w.origin, w.instance, w.access.instruction);
      if (executions.empty()) return false;
      for (const Execution& e : executions)
        if (s_.concurrency.mayLive(origin, w.origin, e.state)) return false;
    }
    return true;
  });
}

bool Evaluator::isOver(const Write& write, OriginId creator) {
  auto executions = s_.order.executions(write.origin, write.instance, write.access.instruction);
  if (executions.empty()) return false;
  for (ScopeId entry : entries_)
    for (const Execution& e : executions)
      if (s_[entry].origin != creator && s_.concurrency.mayLive(s_[entry].origin, write.origin, e.state)) return false;
  return true;
}

// Whether every thread has another place: the rounds of the loop that creates threads each write their own.
bool Evaluator::isRoundsOwn(const SymbolicValue& address, uint64_t bytes) {
  for (ScopeId entry : entries_) {
    const Round& round = s_.round(entry);
    if (round.kind == Round::Once) continue;
    if (s_.isMadeForFork(entry, address.base)) continue;
    if (round.kind == Round::Unknown) return false;
    if (address.base.isInLoop && address.base.round == Polynomial::atom(round.iteration)) continue;
    Polynomial start = s_.atoms.replace(address.offset, round.iteration, 0);
    Polynomial step = s_.atoms.replace(address.offset, round.iteration, 1) - start;
    auto by = step.number();
    if (s_.atoms.mentions(start, round.iteration) || !by || static_cast<uint64_t>(std::abs(*by)) < bytes) return false;
    if (!(address.offset == start + step * Polynomial::atom(round.iteration))) return false;
  }
  return true;
}

// Whether no other thread that runs the same code has the place that this one has written.
bool Evaluator::isThreadsOwn(ScopeId scope, const SymbolicValue& address, uint64_t bytes) {
  OriginId origin = s_[scope].origin;
  if (!s_.concurrency.runsTwice(origin)) return true;
  if (address.base.kind == Base::Allocated && s_[address.base.scope].origin == origin) return true;
  return isRoundsOwn(address, bytes);
}

std::optional<SymbolicValue> Evaluator::content(ScopeId scope, const SymbolicValue& address,
                                                llvm::ArrayRef<LocationId> places, uint64_t bytes, InstructionId at,
                                                unsigned depth) {
  if (depth > 6) return std::nullopt;
  const ObjectTable& objects = s_.pointers.objects();
  // A function that is called for several objects: here it is for the one that the address is in.
  std::vector<LocationId> inBase;
  if (places.size() > 1 && address.base.kind != Base::None) {
    for (LocationId l : places) {
      const Object& object = objects[objects[l].object];
      bool isGlobal = object.kind == ObjectKind::Global;
      if (object.site == address.base.site && isGlobal == (address.base.kind == Base::Global)) inBase.push_back(l);
    }
    places = inBase;
  }
  if (places.size() != 1) return std::nullopt;
  auto offset = address.offset.number();
  // Of fixed places, others do not count.
  auto isElsewhere = [&](const Write& w) {
    if (!offset || address.base.kind == Base::None) return false;
    auto exact = exactAddress(s_.pointers, w.instance, w.access.pointer);
    if (!exact || exact->object != objects[places[0]].object || w.access.bytes == Location::any) return false;
    auto from = static_cast<int64_t>(exact->offset), to = from + static_cast<int64_t>(w.access.bytes);
    return to <= *offset || *offset + static_cast<int64_t>(bytes) <= from;
  };
  constexpr size_t many = 16; // of which none is surely the last
  std::vector<Write> writes;
  bool areFew = s_.writes.allTo(places[0], bytes, [&](const Write& w) {
    if (!isElsewhere(w)) writes.push_back(w);
    return writes.size() <= many;
  });
  if (areFew)
    if (auto stored = fromStore(scope, address, bytes, at, writes, depth)) return stored;
  // Whatever it holds, it holds it as long as the threads live.
  if (!offset || address.base.kind == Base::None || address.base.isInLoop) return std::nullopt;
  if (address.base.kind == Base::Allocated &&
      !isFixed(address.base.scope, s_.reach.blockOf(InstructionId(address.base.site))))
    return std::nullopt;
  if (!isSteady(places[0], bytes)) return std::nullopt;
  Atom atom;
  auto place = static_cast<uint64_t>(*offset);
  atom.name = {1 + static_cast<uint32_t>(address.base.kind),
               address.base.site,
               address.base.scope.index,
               static_cast<uint32_t>(place),
               static_cast<uint32_t>(place >> 32),
               static_cast<uint32_t>(bytes)};
  AtomId known = s_.atoms.intern(std::move(atom));
  s_.contents[known] = places[0];
  return number(Polynomial::atom(known));
}

// The value of the one store that is behind a load.
std::optional<SymbolicValue> Evaluator::fromStore(ScopeId scope, const SymbolicValue& address, uint64_t bytes,
                                                  InstructionId at, llvm::ArrayRef<Write> writes, unsigned depth) {
  const Program& program = s_.program;
  if (writes.empty()) return std::nullopt;
  // The scope that the write is made in: one on the way here, or a function that such a one calls.
  struct Place {
    ScopeId scope;     // of the write
    ScopeId on;        // that is on the way here
    InstructionId pos; // there: the write, or the call that makes it
  };
  auto placeOf = [&](const Write& w) -> std::optional<Place> {
    for (ScopeId s = scope; s; s = s_[s].caller)
      if (s_[s].instance == w.instance && s_[s].origin == w.origin) return Place{s, s, w.access.instruction};
    auto only = s_.onlyCall(w.instance);
    if (!only) return std::nullopt;
    for (ScopeId s = scope; s; s = s_[s].caller)
      if (s_[s].instance == only->first && s_[s].origin == w.origin)
        return Place{s_.child(s, w.instance, only->second), s, only->second};
    return std::nullopt;
  };
  // An instance may run for two origins; the write is one then, for the one that is on the way here.
  std::vector<std::pair<const Write*, Place>> found;
  for (const Write& w : writes) {
    auto place = placeOf(w);
    if (!place) return std::nullopt;
    bool isKnown = llvm::any_of(found, [&](const auto& f) {
      return f.second.scope == place->scope && f.first->access.instruction == w.access.instruction &&
             f.first->access.pointer == w.access.pointer;
    });
    if (!isKnown) found.push_back({&w, *place});
  }
  // The last of them: all ways to the load lead through it, and from the others to the load only through it.
  ScopeId on = found[0].second.on;
  for (const auto& f : found)
    if (f.second.on != on) return std::nullopt;
  InstructionId position = s_.positionIn(on, scope, at);
  FunctionId function = s_.functionOf(on);
  // A write in a loop that is over by then: one element for each round, taken to be all that are read.
  const Dominators& dominators = s_.dominators(function);
  auto loopBefore = [&](InstructionId pos) -> const NaturalLoop* {
    const NaturalLoop* loop = s_.innermost(function, s_.reach.blockOf(pos));
    return loop && !loop->contains(s_.reach.blockOf(position)) &&
                   dominators.dominates(loop->header, s_.reach.blockOf(position))
               ? loop
               : nullptr;
  };
  const std::pair<const Write*, Place>* last = nullptr;
  for (const auto& f : found) {
    if (!loopBefore(f.second.pos) && !s_.comesBefore(function, f.second.pos, position)) continue;
    auto start = [&](InstructionId pos) {
      const NaturalLoop* loop = loopBefore(pos);
      return loop ? program.blocks[loop->header].firstInstruction : pos;
    };
    if (!last || s_.comesBefore(function, start(last->second.pos), start(f.second.pos)) ||
        (start(last->second.pos) == start(f.second.pos) && s_.comesBefore(function, last->second.pos, f.second.pos)))
      last = &f;
  }
  if (!last) return std::nullopt;
  const auto& [write, place] = *last;
  BlockId block = s_.reach.blockOf(place.pos);
  const NaturalLoop* loop = s_.innermost(function, block);
  bool isElsewhere = loop && loop == loopBefore(place.pos);
  if (s_.reach.isInLoop(block) && !loop) return std::nullopt;
  bool isHandedOver = s_[scope].origin != s_[on].origin;
  // A variable of the thread that has started the team that looks at it, and that waits for it.
  bool isStarters = isHandedOver && address.base.kind == Base::Allocated &&
                    s_[address.base.scope].origin == s_[on].origin && s_.isOfTeams(s_[scope].origin, s_[on].origin);
  auto stored = value(place.scope, write->access.pointer, write->access.instruction);
  if (!stored) return std::nullopt;
  for (const auto& f : found) {
    if (&f == last) continue;
    InstructionId pos = f.second.pos;
    BlockId from = s_.reach.blockOf(pos);
    bool isBeforeIt = pos != place.pos && s_.comesBefore(function, pos, place.pos);
    bool isOfSameRound = isBeforeIt && s_.innermost(function, from) == loop;
    if (isOfSameRound && loop) {
      // To the same element, when there are several.
      auto other = value(f.second.scope, f.first->access.pointer, f.first->access.instruction);
      isOfSameRound = other && other->base == stored->base && (other->offset - stored->offset).number();
    }
    bool comesBetween = isElsewhere                        ? !isOfSameRound && s_.reaches(pos, position, loop->header)
                        : from == block && pos < place.pos ? false
                                                           : s_.reaches(pos, position, block);
    if (comesBetween) return std::nullopt;
    // Nor may it be while the thread lives: it is over by then, or another round's.
    if (isHandedOver && !isStarters && !isOfSameRound && !isOver(*f.first, s_[on].origin)) return std::nullopt;
  }
  // A write in a function that is called must be made on every way through that.
  if (place.scope != place.on) {
    FunctionId callee = s_.functionOf(place.scope);
    const Dominators& d = s_.dominators(callee);
    BlockId own = s_.reach.blockOf(write->access.instruction);
    if (s_.reach.isInLoop(own) || s_.reach.recurs(s_[place.scope].instance)) return std::nullopt;
    for (BlockId b : program.blocksOf(program.functions[callee])) {
      const Block& end = program.blocks[b];
      if (program.instructions[InstructionId(end.firstInstruction.index + end.instructionCount - 1)].opcode ==
              Opcode::Return &&
          d.reachable(b) && !d.dominates(own, b))
        return std::nullopt;
    }
  }
  Polynomial wanted = address.offset;
  std::optional<std::pair<AtomId, Polynomial>> instead; // of the iteration of the other loop
  if (isElsewhere) {
    // An element for each round.
    AtomId iteration = s_.iteration(on, *loop);
    Polynomial start = s_.atoms.replace(stored->offset, iteration, 0);
    Polynomial step = s_.atoms.replace(stored->offset, iteration, 1) - start;
    auto by = step.number();
    if (!by || *by == 0 || !(stored->offset == start + step * Polynomial::atom(iteration))) return std::nullopt;
    if (s_.atoms.mentions(start, iteration) || static_cast<uint64_t>(std::abs(*by)) < bytes) return std::nullopt;
    if (!llvm::all_of(loop->latches, [&](BlockId latch) { return dominators.dominates(block, latch); }))
      return std::nullopt;
    Polynomial distance = wanted - start;
    int64_t rest = 0; // a member of what is copied
    Polynomial index;
    for (const auto& [product, factor] : distance.terms) {
      if (factor % *by == 0)
        index.add(product, factor / *by);
      else if (product.empty())
        rest = ((factor % *by) + std::abs(*by)) % std::abs(*by), index.add(product, (factor - rest) / *by);
      else
        return std::nullopt;
    }
    if (!(s_.atoms.replace(stored->base.round, iteration, index) == address.base.round) ||
        !stored->base.isSameSite(address.base))
      return std::nullopt;
    instead = {iteration, index};
    stored->offset = s_.atoms.replace(stored->offset, iteration, index);
    stored->base.round = s_.atoms.replace(stored->base.round, iteration, index);
  }
  if (!(stored->base == address.base)) return std::nullopt;
  auto inside = (wanted - stored->offset).number();
  if (!inside || *inside < 0 || write->access.bytes == Location::any ||
      static_cast<uint64_t>(*inside) + bytes > write->access.bytes)
    return std::nullopt;
  if (!isHandedOver && !isThreadsOwn(scope, address, bytes)) return std::nullopt;
  if (isHandedOver) {
    if (!isStarters && !isOver(*write, s_[on].origin) && (isElsewhere || !isRoundsOwn(address, bytes)))
      return std::nullopt;
    // Other places of the program may call the function that writes; what is not made there may be theirs.
    bool isMadeHere = address.base.kind == Base::Allocated && s_.positionIn(place.on, address.base.scope, at);
    if (!isMadeHere && !s_.reach.runsOnce(s_[place.on].instance)) return std::nullopt;
  }
  const Instruction& i = program.instructions[write->access.instruction];
  Result result;
  if (i.opcode == Opcode::Store && *inside == 0 && write->access.bytes == bytes) {
    result = value(place.scope, program.operandsOf(i)[1], write->access.instruction);
  } else if (i.opcode == Opcode::MemoryCopy) {
    ValueId source = program.operandsOf(i)[1];
    auto from = value(place.scope, source, write->access.instruction);
    if (!from) return std::nullopt;
    from->offset = from->offset + Polynomial(*inside);
    std::vector<LocationId> places;
    for (LocationId l : s_.pointers.pointsTo(s_[place.scope].instance, source)) {
      const Location& base = s_.pointers.objects()[l];
      LocationId moved =
          base.isAny() ? l : s_.pointers.objects().find(base.object, base.offset + static_cast<uint64_t>(*inside));
      if (!moved) return std::nullopt;
      places.push_back(moved);
    }
    result = content(place.scope, *from, places, bytes, write->access.instruction, depth + 1);
  } else if (i.opcode == Opcode::MemorySet && program.integer(program.operandsOf(i)[1]) == 0) {
    result = number(0);
  }
  if (!result || !instead) return result;
  // What it was for the round that wrote this element. Numbers must have been written for all that read them.
  if (s_.atoms.mentions(result->offset, instead->first) && result->base.kind == Base::None) {
    auto limit = range(instead->first).limit();
    std::vector<Polynomial> facts;
    Polynomial highest = instead->second;
    for (ScopeId entry : entries_) {
      const Round& round = s_.round(entry);
      if (round.kind != Round::Loop) continue;
      if (auto most = range(round.iteration).limit()) facts.push_back(*most - 1 - Polynomial::atom(round.iteration));
    }
    if (!limit || !s_.atoms.isAtLeastZero(*limit - 1 - highest, facts)) return std::nullopt;
  }
  result->offset = s_.atoms.replace(result->offset, instead->first, instead->second);
  result->base.round = s_.atoms.replace(result->base.round, instead->first, instead->second);
  return result;
}

} // namespace steward
