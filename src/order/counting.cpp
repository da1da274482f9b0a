#include "order/counting.h"

#include <algorithm>

namespace steward {

static int64_t floorOf(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); } // b > 0

bool NaturalLoop::contains(BlockId b) const { return std::binary_search(blocks.begin(), blocks.end(), b); }

ValueId stripCopies(const Program& program, const Function& function, ValueId value) {
  for (unsigned depth = 0; depth < 32 && value.isLocal(); ++depth) {
    InstructionId definition = program.local(function, value.local()).definition;
    if (!definition || program.instructions[definition].opcode != Opcode::Copy) break;
    value = program.operandsOf(program.instructions[definition])[0];
  }
  return value;
}

const Dominators& Counting::dominatorsOf(FunctionId id) {
  std::unique_ptr<Dominators>& known = dominators_[id];
  if (!known) known = std::make_unique<Dominators>(program_, program_.functions[id]);
  return *known;
}

const std::vector<NaturalLoop>& Counting::loopsOf(FunctionId id) {
  auto [it, isNew] = loops_.try_emplace(id);
  if (!isNew) return it->second;
  const Function& function = program_.functions[id];
  const Dominators& dominators = dominatorsOf(id);
  std::map<BlockId, NaturalLoop> byHeader;
  for (BlockId b : program_.blocksOf(function)) {
    if (!dominators.reachable(b)) continue;
    for (BlockId s : program_.successorsOf(program_.blocks[b]))
      if (dominators.dominates(s, b)) byHeader[s].latches.push_back(b);
  }
  for (auto& [header, loop] : byHeader) {
    loop.header = header;
    // The blocks from which a latch can be reached without passing the header.
    std::vector<BlockId> work = loop.latches;
    loop.blocks.push_back(header);
    while (!work.empty()) {
      BlockId b = work.back();
      work.pop_back();
      if (llvm::is_contained(loop.blocks, b)) continue;
      loop.blocks.push_back(b);
      for (BlockId p : dominators.predecessors(b))
        if (dominators.reachable(p)) work.push_back(p);
    }
    std::sort(loop.blocks.begin(), loop.blocks.end());
    it->second.push_back(std::move(loop));
  }
  // Inner loops first.
  std::stable_sort(it->second.begin(), it->second.end(),
                   [](const NaturalLoop& a, const NaturalLoop& b) { return a.blocks.size() < b.blocks.size(); });
  return it->second;
}

const Instruction& Counting::lastOf(BlockId b) const {
  const Block& block = program_.blocks[b];
  return program_.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
}

BlockId Counting::blockOf(FunctionId id, InstructionId i) const {
  for (BlockId b : program_.blocksOf(program_.functions[id])) {
    const Block& block = program_.blocks[b];
    if (i.index >= block.firstInstruction.index && i.index < block.firstInstruction.index + block.instructionCount)
      return b;
  }
  return {};
}

// Numbers are taken not to be negative and not to wrap, so that conversions between widths change nothing: also where
// they are written as a mask, or as a shift there and back.
Affine Counting::affine(FunctionId id, ValueId value, bool isAddress, unsigned depth) const {
  const Function& function = program_.functions[id];
  value = stripCopies(program_, function, value);
  Affine opaque;
  if (isAddress)
    opaque.base = value;
  else
    opaque.index = value, opaque.scale = 1;
  if (value.isConstant()) {
    const Constant& c = program_.constants[value.constant()];
    if (c.kind == ConstantKind::Global && isAddress) return {value, {}, 0, c.value};
    if (auto number = program_.integer(value)) return {{}, {}, 0, *number};
    return opaque;
  }
  InstructionId definition = program_.local(function, value.local()).definition;
  if (!definition || depth > 12) return opaque;
  const Instruction& i = program_.instructions[definition];
  auto operands = program_.operandsOf(i);
  auto number = operands.size() > 1 ? program_.integer(operands[1]) : std::nullopt;
  if (i.opcode == Opcode::Field) {
    Affine from = affine(id, operands[0], true, depth + 1);
    from.add += i.immediate;
    return from;
  }
  if (i.opcode == Opcode::Index) {
    Affine from = affine(id, operands[0], true, depth + 1);
    Affine steps = affine(id, operands[1], false, depth + 1);
    if (steps.base || (from.index && steps.index)) return {value, {}, 0, 0};
    from.add += steps.add * i.immediate;
    if (steps.index) from.index = steps.index, from.scale = steps.scale * i.immediate;
    return from;
  }
  if (i.opcode != Opcode::Binary || !number) return opaque;
  auto scaled = [&](int64_t factor) {
    Affine from = affine(id, operands[0], false, depth + 1);
    from.scale *= factor;
    from.add *= factor;
    return from;
  };
  switch (i.binary) {
  case BinaryKind::Add:
  case BinaryKind::Sub: {
    Affine from = affine(id, operands[0], isAddress, depth + 1);
    from.add += i.binary == BinaryKind::Add ? *number : -*number;
    return from;
  }
  case BinaryKind::And:
    if (*number == 0x7fffffff || *number == 0xffffffff || *number == -1)
      return affine(id, operands[0], isAddress, depth + 1);
    return opaque;
  case BinaryKind::Mul:
    return *number > 0 ? scaled(*number) : opaque;
  case BinaryKind::Shl:
    return *number >= 0 && *number <= 32 ? scaled(int64_t{1} << *number) : opaque;
  case BinaryKind::Shr: {
    ValueId inner = stripCopies(program_, function, operands[0]);
    InstructionId shift = inner.isLocal() ? program_.local(function, inner.local()).definition : InstructionId();
    if (!shift || program_.instructions[shift].opcode != Opcode::Binary ||
        program_.instructions[shift].binary != BinaryKind::Shl)
      return opaque;
    auto parts = program_.operandsOf(program_.instructions[shift]);
    auto left = program_.integer(parts[1]);
    if (!left || *left < *number || *left - *number > 16) return opaque;
    Affine from = affine(id, parts[0], false, depth + 1);
    from.scale *= int64_t{1} << (*left - *number);
    from.add *= int64_t{1} << (*left - *number);
    return from;
  }
  default:
    return opaque;
  }
}

bool Counting::isSameBase(ValueId a, ValueId b) const {
  if (a == b) return true;
  if (!a.isConstant() || !b.isConstant()) return false;
  const Constant& x = program_.constants[a.constant()];
  const Constant& y = program_.constants[b.constant()];
  return x.kind == ConstantKind::Global && y.kind == ConstantKind::Global && x.symbol == y.symbol;
}

// What holds when the condition is `truth`, through `!` and conversions of truth values.
std::optional<Counting::Comparison> Counting::comparison(FunctionId id, ValueId condition, bool truth) const {
  const Function& function = program_.functions[id];
  for (unsigned depth = 0; depth < 16; ++depth) {
    condition = stripCopies(program_, function, condition);
    InstructionId definition =
        condition.isLocal() ? program_.local(function, condition.local()).definition : InstructionId();
    if (!definition || program_.instructions[definition].opcode != Opcode::Compare) return std::nullopt;
    const Instruction& i = program_.instructions[definition];
    auto operands = program_.operandsOf(i);
    ValueId left = stripCopies(program_, function, operands[0]);
    InstructionId inner = left.isLocal() ? program_.local(function, left.local()).definition : InstructionId();
    bool isOfTruth = inner && program_.instructions[inner].opcode == Opcode::Compare &&
                     program_.integer(operands[1]) == 0 &&
                     (i.compare == CompareKind::Equal || i.compare == CompareKind::NotEqual);
    if (!isOfTruth) return Comparison{operands[0], operands[1], truth ? i.compare : negated(i.compare)};
    truth ^= i.compare == CompareKind::Equal;
    condition = left;
  }
  return std::nullopt;
}

std::optional<Counting::Variable> Counting::variable(FunctionId id, const NaturalLoop& loop, ValueId value,
                                                     bool isAddress) {
  const Function& function = program_.functions[id];
  InstructionId definition = value.isLocal() ? program_.local(function, value.local()).definition : InstructionId();
  if (!definition || program_.instructions[definition].opcode != Opcode::Phi) return std::nullopt;
  if (blockOf(id, definition) != loop.header) return std::nullopt;
  const Instruction& phi = program_.instructions[definition];
  auto operands = program_.operandsOf(phi);
  auto from = program_.incomingOf(phi);
  Variable result{value, {}, 0};
  ValueId start;
  for (size_t k = 0; k < operands.size(); ++k) {
    if (!loop.contains(from[k])) {
      ValueId given = stripCopies(program_, function, operands[k]);
      if (start && start != given) return std::nullopt;
      start = given;
      continue;
    }
    Affine next = affine(id, operands[k], isAddress);
    bool isOwn = isAddress ? next.base == value && !next.index : !next.base && next.index == value && next.scale == 1;
    if (!isOwn || next.add == 0 || (result.step && result.step != next.add)) return std::nullopt;
    result.step = next.add;
  }
  if (!start || !result.step) return std::nullopt;
  result.start = affine(id, start, isAddress);
  if (!isAddress && !result.start.isNumber()) return std::nullopt;
  return result;
}

std::vector<Walk> Counting::walks(FunctionId id, const NaturalLoop& loop, ValueId address, BlockId block, bool always) {
  std::vector<Walk> result;
  Affine at = affine(id, address, true);
  bool byPointer = !at.index;
  auto moved = variable(id, loop, byPointer ? at.base : at.index, byPointer);
  if (!moved) return result;
  Walk walk;
  int64_t unit = std::abs(moved->step); // of the variable, for one element
  walk.stride = byPointer ? unit : at.scale * unit;
  walk.step = moved->step > 0 ? 1 : -1;
  if (walk.stride <= 0 || (moved->start.index && moved->start.scale != unit)) return result;
  // Element 0 is where the variable's start leads without its index.
  walk.array = byPointer ? Affine{moved->start.base, {}, 0, moved->start.add + at.add}
                         : Affine{at.base, {}, 0, at.add + moved->start.add * at.scale};
  walk.first = {moved->start.index, 0};
  addWalks(id, loop, *moved, byPointer, walk, block, always, result);
  return result;
}

std::vector<Walk> Counting::rounds(FunctionId id, const NaturalLoop& loop, BlockId block, bool always) {
  std::vector<Walk> result;
  for (InstructionId i : program_.instructionsOf(program_.blocks[loop.header])) {
    if (program_.instructions[i].opcode != Opcode::Phi) break;
    auto moved = variable(id, loop, ValueId::local(program_.instructions[i].result), false);
    if (!moved || (moved->start.index && moved->start.scale != std::abs(moved->step))) continue;
    Walk walk;
    walk.step = moved->step > 0 ? 1 : -1;
    walk.first = {moved->start.index, 0};
    addWalks(id, loop, *moved, false, walk, block, always, result);
  }
  return result;
}

// One for each test of the variable that ends the loop; what the walk is over is known already.
void Counting::addWalks(FunctionId id, const NaturalLoop& loop, const Variable& moved, bool byPointer, Walk walk,
                        BlockId block, bool always, std::vector<Walk>& result) {
  const Function& function = program_.functions[id];
  const Dominators& dominators = dominatorsOf(id);
  if (always && !llvm::all_of(loop.latches, [&](BlockId latch) { return dominators.dominates(block, latch); })) return;
  int64_t unit = std::abs(moved.step);
  // A number of elements that does not change while the loop runs, or that is read from a variable each time.
  auto isFixed = [&](ValueId value) {
    InstructionId definition = value.isLocal() ? program_.local(function, value.local()).definition : InstructionId();
    return !definition || program_.instructions[definition].opcode == Opcode::Load ||
           !loop.contains(blockOf(id, definition));
  };
  for (BlockId b : loop.blocks) {
    const Instruction& last = lastOf(b);
    if (last.opcode != Opcode::Branch) continue;
    auto successors = program_.successorsOf(program_.blocks[b]);
    if (loop.contains(successors[0]) == loop.contains(successors[1])) continue;
    // What was in a round before the test stays within bounds only when every round makes the test.
    if (!always && !llvm::all_of(loop.latches, [&](BlockId latch) { return dominators.dominates(b, latch); })) continue;
    unsigned exit = loop.contains(successors[0]) ? 1 : 0;
    auto test = comparison(id, program_.operandsOf(last)[0], exit == 0);
    if (!test) continue;
    auto isOwn = [&](const Affine& tested) {
      return byPointer ? tested.base == moved.value && !tested.index
                       : !tested.base && tested.index == moved.value && tested.scale == 1;
    };
    Affine own = affine(id, test->left, byPointer), end = affine(id, test->right, byPointer);
    CompareKind kind = test->kind;
    if (!isOwn(own)) {
      std::swap(own, end);
      kind = mirrored(kind);
    }
    if (!isOwn(own) || (end.index && (!isFixed(end.index) || end.scale != unit))) continue;
    if (byPointer ? !isSameBase(end.base, moved.start.base) : !end.isNumber()) continue;
    // What the variable is then, in its own units behind where it starts.
    int64_t least = end.add - moved.start.add - own.add;
    if (kind == CompareKind::Equal && least % unit != 0) continue;
    // Used in a round before the test lets control out of it.
    bool isBefore = always ? dominators.dominates(block, b) : b == block || !dominators.dominates(b, block);
    walk.hasFirst = isBefore;
    walk.exit = {b, exit};
    if (walk.step > 0) {
      if (kind == CompareKind::Greater)
        ++least;
      else if (kind != CompareKind::GreaterEqual && kind != CompareKind::Equal)
        continue;
      walk.low = walk.first;
      walk.high = {end.index, -floorOf(-least, unit) + (isBefore ? 1 : 0)};
    } else {
      if (kind == CompareKind::Less)
        --least;
      else if (kind != CompareKind::LessEqual && kind != CompareKind::Equal)
        continue;
      walk.low = {end.index, floorOf(least, unit) + (isBefore ? 0 : 1)};
      walk.high = {walk.first.index, walk.first.add + 1};
    }
    walk.skips.clear();
    walk.isTestedBefore = !isBefore || (!walk.low.index && !walk.high.index && walk.low.add < walk.high.add);
    if (isBefore) findSkips(id, loop, walk);
    result.push_back(walk);
  }
  if (always || byPointer || moved.step != 1) return;
  // However the loop ends, its variable says how often it has gone round: what has been used by then is below it.
  std::vector<BlockId> work{block}, seen{block};
  bool isUsedInLast = false;
  while (!work.empty()) {
    BlockId b = work.back();
    work.pop_back();
    for (BlockId s : program_.successorsOf(program_.blocks[b])) {
      isUsedInLast |= !loop.contains(s);
      if (!loop.contains(s) || s == loop.header || llvm::is_contained(seen, s)) continue;
      seen.push_back(s);
      work.push_back(s);
    }
  }
  walk.low = walk.first;
  walk.high = {moved.value, (isUsedInLast ? 1 : 0) - moved.start.add};
  walk.exit = {};
  walk.skips.clear();
  walk.hasFirst = false;
  walk.isTestedBefore = true;
  walk.isByItself = true;
  result.push_back(walk);
}

// The test in front of a loop that is itself tested at its end: whether there is anything between low and high.
void Counting::findSkips(FunctionId id, const NaturalLoop& loop, Walk& walk) {
  if ((walk.low.index && walk.high.index) || (!walk.low.index && !walk.high.index)) return;
  const Dominators& dominators = dominatorsOf(id);
  BlockId inside = loop.header, guard;
  for (BlockId p : dominators.predecessors(loop.header)) {
    if (loop.contains(p)) continue;
    if (guard) return; // two ways into the loop
    guard = p;
  }
  for (unsigned depth = 0; depth < 8 && guard && lastOf(guard).opcode == Opcode::Jump; ++depth) {
    auto before = dominators.predecessors(guard);
    if (before.size() != 1) return;
    inside = guard;
    guard = before[0];
  }
  if (!guard || lastOf(guard).opcode != Opcode::Branch) return;
  auto successors = program_.successorsOf(program_.blocks[guard]);
  if (successors[0] == successors[1]) return;
  unsigned skip = successors[0] == inside ? 1 : 0;
  if (successors[1 - skip] != inside) return;
  // What is known when the loop is gone round, as: index <= most.
  auto test = comparison(id, program_.operandsOf(lastOf(guard))[0], skip == 0);
  if (!test) return;
  Affine left = affine(id, test->left, false), right = affine(id, test->right, false);
  CompareKind kind = test->kind;
  if (!left.index) {
    std::swap(left, right);
    kind = mirrored(kind);
  }
  if (left.base || right.base || right.index || !left.index || left.scale <= 0) return;
  bool isUpward = walk.high.index.valid(); // nothing there when the index is small
  if (left.index != (isUpward ? walk.high.index : walk.low.index)) return;
  int64_t most = right.add - left.add; // of the index, times its scale
  if (kind == (isUpward ? CompareKind::Less : CompareKind::Greater))
    most += isUpward ? -1 : 1;
  else if (kind != CompareKind::Equal && kind != (isUpward ? CompareKind::LessEqual : CompareKind::GreaterEqual))
    return;
  most = isUpward ? floorOf(most, left.scale) : -floorOf(-most, left.scale);
  // high - low at most this; at least one more when the loop is entered.
  int64_t room = isUpward ? most + walk.high.add - walk.low.add : walk.high.add - walk.low.add - most;
  if (room <= 0) walk.skips.push_back({guard, skip});
  if (room >= 0) walk.isTestedBefore = true;
}

} // namespace steward
