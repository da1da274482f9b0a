#include "race/draws.h"

#include "order/loops.h"

namespace steward {

uint32_t Draws::of(const SharedAccess& a) {
  if (a.access.bytes == Location::any) return 0;
  FunctionId id = pointers_.instances()[a.instance].function;
  const Function& function = program_.functions[id];
  auto root = order_.rootOf(id, a.access.pointer);
  if (!root) return 0;
  auto element = order_.elementOf(id, root->root);
  auto bytes = static_cast<int64_t>(a.access.bytes);
  if (!element || root->offset < 0 || root->offset + bytes > element->stride) return 0;
  ValueId index = stripCopies(program_, function, element->index);
  InstructionId draw = index.isLocal() ? program_.local(function, index.local()).definition : InstructionId();
  if (!draw) return 0;
  auto counter = counterOf(a.instance, draw);
  if (!counter || !onlyCounts(*counter)) return 0;
  ValueId object;
  auto start = arrays_.startOf(a.instance, root->root, *element, object);
  if (!start || object || start->kind == ElementLocks::Start::Relative || start->around) return 0;
  Key key{*counter, *start, element->stride};
  return numbers_.try_emplace(key, static_cast<uint32_t>(numbers_.size() + 1)).first->second;
}

std::optional<ExactAddress> Draws::counterOf(InstanceId instance, InstructionId draw) {
  const Instruction& i = program_.instructions[draw];
  if (i.opcode != Opcode::AtomicUpdate && i.opcode != Opcode::Load) return std::nullopt;
  auto counter = exactAddress(pointers_, instance, program_.operandsOf(i)[0]);
  if (!counter || !reach_.isSingle(counter->object)) return std::nullopt;
  if (i.opcode == Opcode::AtomicUpdate) return isCounting(instance, draw, *counter) ? counter : std::nullopt;
  // Read, and counted up behind that in one go.
  const Block& block = program_.blocks[reach_.blockOf(draw)];
  for (uint32_t k = draw.index + 1; k < block.firstInstruction.index + block.instructionCount; ++k) {
    InstructionId next(k);
    if (isCall(program_.instructions[next].opcode)) return std::nullopt;
    if (program_.instructions[next].opcode != Opcode::Store || !isCounting(instance, next, *counter)) continue;
    const Instruction& store = program_.instructions[next];
    const Function& function = pointers_.functionOf(instance);
    ValueId sum = stripCopies(program_, function, program_.operandsOf(store)[1]);
    const Instruction& add = program_.instructions[program_.local(function, sum.local()).definition];
    return stripCopies(program_, function, program_.operandsOf(add)[0]) == ValueId::local(i.result) ? counter
                                                                                                    : std::nullopt;
  }
  return std::nullopt;
}

// Whether the counter goes up by this write, from what it was: `next++`.
bool Draws::isCounting(InstanceId instance, InstructionId write, const ExactAddress& counter) {
  const Instruction& i = program_.instructions[write];
  auto operands = program_.operandsOf(i);
  auto isPositive = [&](ValueId v) {
    auto number = program_.integer(v);
    return number && *number > 0;
  };
  if (i.opcode == Opcode::AtomicUpdate) return i.binary == BinaryKind::Add && isPositive(operands[1]);
  if (i.opcode != Opcode::Store) return false;
  auto to = exactAddress(pointers_, instance, operands[0]);
  if (!to || *to != counter) return false;
  const Function& function = pointers_.functionOf(instance);
  ValueId sum = stripCopies(program_, function, operands[1]);
  InstructionId add = sum.isLocal() ? program_.local(function, sum.local()).definition : InstructionId();
  if (!add || program_.instructions[add].opcode != Opcode::Binary ||
      program_.instructions[add].binary != BinaryKind::Add)
    return false;
  auto parts = program_.operandsOf(program_.instructions[add]);
  ValueId before = stripCopies(program_, function, parts[0]);
  InstructionId read = before.isLocal() ? program_.local(function, before.local()).definition : InstructionId();
  if (!isPositive(parts[1]) || !read || program_.instructions[read].opcode != Opcode::Load) return false;
  auto from = exactAddress(pointers_, instance, program_.operandsOf(program_.instructions[read])[0]);
  if (!from || *from != counter || reach_.blockOf(read) != reach_.blockOf(write)) return false;
  for (uint32_t k = read.index; k < write.index; ++k)
    if (isCall(program_.instructions[InstructionId(k)].opcode)) return false;
  return true;
}

bool Draws::onlyCounts(const ExactAddress& counter) {
  auto [it, isNew] = counters_.try_emplace(counter, false);
  if (!isNew) return it->second;
  LocationId place = pointers_.objects().find(counter.object, counter.offset);
  if (!place) return false;
  std::vector<Write> counting, others;
  scopes_.writes.allTo(place, 8, [&](const Write& write) {
    (isCounting(write.instance, write.access.instruction, counter) ? counting : others).push_back(write);
    return true;
  });
  auto meet = [&](const Write& a, const Write& b, bool withLocks) {
    auto first = order_.executions(a.origin, a.instance, a.access.instruction);
    auto second = order_.executions(b.origin, b.instance, b.access.instruction);
    for (const Execution& x : first)
      for (const Execution& y : second) {
        PointId p = concurrency_.point(a.origin, x.state, x.handed, {});
        PointId q = concurrency_.point(b.origin, y.state, y.handed, {});
        if (withLocks ? concurrency_.mayRace(p, q) : concurrency_.mayOverlap(p, q)) return true;
      }
    return false;
  };
  auto isAtomic = [&](const Write& w) {
    return program_.instructions[w.access.instruction].opcode == Opcode::AtomicUpdate;
  };
  for (const Write& a : counting) {
    for (const Write& b : counting)
      if (!(isAtomic(a) && isAtomic(b)) && meet(a, b, true)) return false;
    for (const Write& b : others)
      if (meet(a, b, false)) return false;
  }
  return counters_[counter] = true;
}

} // namespace steward
