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
  auto array = arrayStart(instance, program.operandsOf(*index)[0]);
  if (!array) return std::nullopt;
  ValueId counter = stripCopies(program, function, program.operandsOf(*index)[1]);
  if (!counter.isLocal()) return std::nullopt;

  for (const NaturalLoop& loop : loopsOf(pointers_.instances()[instance].function)) {
    if (!loop.contains(block)) continue;
    InstructionId definition = program.local(function, counter.local()).definition;
    if (!definition || reach_.blockOf(definition) != loop.header) continue;
    const Instruction& phi = program.instructions[definition];
    if (phi.opcode != Opcode::Phi) continue;
    CountedElement result;
    result.array = *array;
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

// Each round of the loop stores one handle: a loop within it would store several in one element.
std::optional<CountedElement> CountedLoops::forkedElement(const Fork& fork, ValueId handle) {
  BlockId block = reach_.blockOf(fork.site.instruction);
  auto forked = element(fork.site.instance, handle, block, false);
  if (!forked) return std::nullopt;
  for (const NaturalLoop& loop : loopsOf(pointers_.instances()[fork.site.instance].function))
    if (loop.contains(block)) return loop.header == forked->header ? forked : std::nullopt;
  return std::nullopt;
}

std::optional<CountedLoops::Range> CountedLoops::range(const CountedElement& element) const {
  if (!element.array.isExact || !element.bound.number) return std::nullopt;
  int64_t end = *element.bound.number + (element.bound.isInclusive ? 1 : 0);
  return Range{pointers_.objects()[element.array.array].object, element.array.offset + element.start * element.stride,
               element.array.offset + end * element.stride};
}

std::optional<CountedLoops::Range> CountedLoops::range(const ExactAddress& handle) const {
  return Range{handle.object, static_cast<int64_t>(handle.offset), static_cast<int64_t>(handle.offset) + 8};
}

bool CountedLoops::entersLoop(FunctionId function, BlockId header, BlockId from) {
  for (const NaturalLoop& loop : loopsOf(function))
    if (loop.header == header) return !loop.contains(from);
  return false;
}

// Where the array that `value` points into starts. Elements of arrays are one location, so that a location alone does
// not tell rows of a table, or arrays in the structs of an array, from each other.
std::optional<ArrayStart> CountedLoops::arrayStart(InstanceId instance, ValueId value, unsigned depth) {
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(instance);
  const ObjectTable& objects = pointers_.objects();
  auto places = pointers_.pointsTo(instance, value);
  if (places.size() != 1 || depth > 8) return std::nullopt;
  LocationId array = places[0];
  int64_t offset = 0;
  for (unsigned steps = 0; steps < 32; ++steps) {
    places = pointers_.pointsTo(instance, value);
    if (places.size() != 1) return std::nullopt;
    if (value.isConstant()) {
      const Constant& c = program.constants[value.constant()];
      if (c.kind != ConstantKind::Global) return std::nullopt;
      return ArrayStart{array, true, c.value + offset};
    }
    if (value.local().index < function.parameterCount) {
      auto start = arrayStartOfParameter(instance, value.local(), depth);
      if (start) start->array = array, start->offset += offset;
      return start;
    }
    InstructionId definition = program.local(function, value.local()).definition;
    if (!definition) return std::nullopt;
    const Instruction& i = program.instructions[definition];
    auto operands = program.operandsOf(i);
    if (i.opcode == Opcode::Allocate) return ArrayStart{array, true, offset};
    if (i.opcode == Opcode::Field) {
      offset += i.immediate;
    } else if (i.opcode == Opcode::Index) {
      auto index = program.integer(operands[1]);
      if (!index) return std::nullopt;
      offset += i.immediate * *index;
    } else if (i.opcode != Opcode::Copy) {
      break;
    }
    value = operands[0];
  }
  // A pointer from elsewhere: taken to lead to the start of what holds the array, when there is one such.
  places = pointers_.pointsTo(instance, value);
  if (!objects.isOnlyArray(array)) return std::nullopt;
  return ArrayStart{array, false, offset + static_cast<int64_t>(objects[places[0]].offset)};
}

// All callers must agree.
std::optional<ArrayStart> CountedLoops::arrayStartOfParameter(InstanceId instance, LocalId parameter, unsigned depth) {
  const Program& program = pointers_.program();
  std::optional<ArrayStart> result;
  for (uint32_t n = 0; n < pointers_.instances().size(); ++n)
    for (const Reach::Edge& e : reach_.edges(InstanceId(n))) {
      if (e.callee != instance) continue;
      auto arguments = program.argumentsOf(program.instructions[e.call]);
      bool isPlainCall = !e.isFork && pointers_.isPlainCall({InstanceId(n), e.call});
      if (!isPlainCall || parameter.index >= arguments.size()) return std::nullopt;
      auto start = arrayStart(InstanceId(n), arguments[parameter.index], depth + 1);
      if (!start || (result && !(*result == *start))) return std::nullopt;
      result = start;
    }
  return result;
}

bool CountedLoops::startsAlike(const ArrayStart& a, const ArrayStart& b) const {
  return a.array == b.array && a.offset == b.offset &&
         (a.isExact == b.isExact || pointers_.objects().isOnlyArray(a.array));
}

bool CountedLoops::covers(const CountedElement& joined, const Fork& fork, ValueId handle) {
  const Location& array = pointers_.objects()[joined.array.array];
  const Object& object = pointers_.objects()[array.object];
  bool isOneArray = reach_.isSingle(array.object) ||
                    (object.kind == ObjectKind::Stack && !reach_.recurs(object.instance)) ||
                    (object.instance == fork.site.instance && !reach_.recurs(object.instance));
  if (!isOneArray) return false;
  if (auto forked = forkedElement(fork, handle))
    return startsAlike(forked->array, joined.array) && forked->stride == joined.stride &&
           forked->start >= joined.start && endsWithin(forked->bound, joined.bound);
  // A handle at a fixed index.
  auto exact = exactAddress(pointers_, fork.site.instance, handle);
  if (!exact || exact->object != array.object || !joined.array.isExact || !joined.bound.number || joined.stride <= 0)
    return false;
  int64_t distance = static_cast<int64_t>(exact->offset) - joined.array.offset;
  if (distance < 0 || distance % joined.stride != 0) return false;
  int64_t index = distance / joined.stride;
  return index >= joined.start && index < *joined.bound.number + (joined.bound.isInclusive ? 1 : 0);
}

} // namespace steward
