#include "order/loops.h"

#include "program/dominators.h"

#include <algorithm>

namespace steward {

bool NaturalLoop::contains(BlockId b) const { return std::binary_search(blocks.begin(), blocks.end(), b); }

ValueId stripCopies(const Program& program, const Function& function, ValueId value) {
  for (unsigned depth = 0; depth < 32 && value.isLocal(); ++depth) {
    InstructionId definition = program.local(function, value.local()).definition;
    if (!definition || program.instructions[definition].opcode != Opcode::Copy) break;
    value = program.operandsOf(program.instructions[definition])[0];
  }
  return value;
}

const std::vector<NaturalLoop>& CountedLoops::loopsOf(FunctionId id) {
  auto [it, isNew] = loops_.try_emplace(id);
  if (!isNew) return it->second;
  const Program& program = pointers_.program();
  const Function& function = program.functions[id];
  Dominators dominators(program, function);
  std::map<BlockId, NaturalLoop> byHeader;
  for (BlockId b : program.blocksOf(function)) {
    if (!dominators.reachable(b)) continue;
    for (BlockId s : program.successorsOf(program.blocks[b]))
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

std::optional<LoopBound> CountedLoops::bound(InstanceId instance, ValueId value) {
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(instance);
  value = stripCopies(program, function, value);
  LoopBound result;
  if (auto number = program.integer(value)) {
    result.number = number;
    return result;
  }
  if (!value.isLocal()) return std::nullopt;
  result.value = value;
  result.instance = instance;
  InstructionId definition = program.local(function, value.local()).definition;
  if (definition && program.instructions[definition].opcode == Opcode::Load)
    result.variable = exactAddress(pointers_, instance, program.operandsOf(program.instructions[definition])[0]);
  return result;
}

std::optional<CountedElement> CountedLoops::element(InstanceId instance, ValueId address, BlockId block, bool always) {
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(instance);
  auto places = pointers_.pointsTo(instance, address);
  if (places.size() != 1) return std::nullopt;
  // The address: members of an indexed element.
  const Instruction* index = nullptr;
  for (unsigned depth = 0; depth < 16 && address.isLocal() && !index; ++depth) {
    InstructionId definition = program.local(function, address.local()).definition;
    if (!definition) return std::nullopt;
    const Instruction& i = program.instructions[definition];
    if (i.opcode == Opcode::Index && !program.integer(program.operandsOf(i)[1]))
      index = &i;
    else if (i.opcode != Opcode::Field && i.opcode != Opcode::Copy)
      return std::nullopt;
    else
      address = program.operandsOf(i)[0];
  }
  if (!index) return std::nullopt;
  ValueId counter = stripCopies(program, function, program.operandsOf(*index)[1]);
  if (!counter.isLocal()) return std::nullopt;

  for (const NaturalLoop& loop : loopsOf(pointers_.instances()[instance].function)) {
    if (!loop.contains(block)) continue;
    InstructionId definition = program.local(function, counter.local()).definition;
    if (!definition || reach_.blockOf(definition) != loop.header) continue;
    const Instruction& phi = program.instructions[definition];
    if (phi.opcode != Opcode::Phi) continue;
    CountedElement result;
    result.array = places[0];
    result.header = loop.header;
    result.stride = index->immediate;
    // The counter starts at a number and goes up by one.
    auto operands = program.operandsOf(phi);
    auto from = program.incomingOf(phi);
    bool isCounter = true, hasStart = false;
    for (size_t k = 0; k < operands.size(); ++k) {
      ValueId value = stripCopies(program, function, operands[k]);
      if (!loop.contains(from[k])) {
        auto number = program.integer(value);
        isCounter &= number && !hasStart;
        result.start = number.value_or(0);
        hasStart = true;
        continue;
      }
      InstructionId step = value.isLocal() ? program.local(function, value.local()).definition : InstructionId();
      if (!step || program.instructions[step].opcode != Opcode::Binary ||
          program.instructions[step].binary != BinaryKind::Add) {
        isCounter = false;
        continue;
      }
      auto terms = program.operandsOf(program.instructions[step]);
      isCounter &= stripCopies(program, function, terms[0]) == counter && program.integer(terms[1]) == 1;
    }
    if (!isCounter || !hasStart) continue;
    // The test that leaves the loop stands in its header: counter < bound.
    const Block& header = program.blocks[loop.header];
    const Instruction& branch =
        program.instructions[InstructionId(header.firstInstruction.index + header.instructionCount - 1)];
    if (branch.opcode != Opcode::Branch) continue;
    ValueId condition = stripCopies(program, function, program.operandsOf(branch)[0]);
    InstructionId test = condition.isLocal() ? program.local(function, condition.local()).definition : InstructionId();
    if (!test || program.instructions[test].opcode != Opcode::Compare) continue;
    const Instruction& compare = program.instructions[test];
    if (stripCopies(program, function, program.operandsOf(compare)[0]) != counter) continue;
    auto successors = program.successorsOf(header);
    bool staysWhenTrue = loop.contains(successors[0]) && !loop.contains(successors[1]);
    if (!staysWhenTrue) continue;
    if (compare.compare != CompareKind::Less && compare.compare != CompareKind::NotEqual &&
        compare.compare != CompareKind::LessEqual)
      continue;
    auto limit = bound(instance, program.operandsOf(compare)[1]);
    if (!limit) continue;
    limit->isInclusive = compare.compare == CompareKind::LessEqual;
    result.bound = *limit;
    if (always) {
      Dominators dominators(program, function);
      if (!llvm::all_of(loop.latches, [&](BlockId latch) { return dominators.dominates(block, latch); })) continue;
    }
    return result;
  }
  return std::nullopt;
}

// Whether a range that ends at `inner` lies in one that ends at `outer`.
static bool endsWithin(const LoopBound& inner, const LoopBound& outer) {
  if (inner.isInclusive != outer.isInclusive) return false;
  if (inner.number && outer.number) return *inner.number <= *outer.number;
  if (inner.number || outer.number) return false;
  if (inner.instance == outer.instance && inner.value == outer.value) return true;
  return inner.variable && inner.variable == outer.variable;
}

bool CountedLoops::covers(const CountedElement& joined, const Fork& fork, ValueId handle) {
  auto places = pointers_.pointsTo(fork.site.instance, handle);
  if (places.size() != 1 || places[0] != joined.array) return false;
  const Location& array = pointers_.objects()[joined.array];
  const Object& object = pointers_.objects()[array.object];
  bool isOneArray = reach_.isSingle(array.object) ||
                    (object.kind == ObjectKind::Stack && !reach_.recurs(object.instance)) ||
                    (object.instance == fork.site.instance && !reach_.recurs(object.instance));
  if (!isOneArray) return false;
  if (auto forked = element(fork.site.instance, handle, reach_.blockOf(fork.site.instruction), false))
    return forked->start >= joined.start && endsWithin(forked->bound, joined.bound);
  // A handle at a fixed index.
  auto exact = exactAddress(pointers_, fork.site.instance, handle);
  if (!exact || !joined.bound.number || joined.stride <= 0 || exact->offset < array.offset) return false;
  int64_t index = static_cast<int64_t>(exact->offset - array.offset) / joined.stride;
  return index >= joined.start && index < *joined.bound.number + (joined.bound.isInclusive ? 1 : 0);
}

} // namespace steward
