#include "order/bounds.h"

namespace steward {

// More than this is as good as any number.
static constexpr uint64_t maxExecutions = 1 << 20;

static std::optional<uint64_t> times(std::optional<uint64_t> a, std::optional<uint64_t> b) {
  if (!a || !b || *a > maxExecutions || *b > maxExecutions) return std::nullopt;
  return *a * *b;
}

std::optional<uint64_t> Bounds::rounds(FunctionId id, const NaturalLoop& loop) const {
  auto counted = range(id, loop);
  auto bound = counted ? pointers_.program().integer(counted->end) : std::nullopt;
  if (!bound) return std::nullopt;
  int64_t count = *bound - counted->start + (counted->compare == CompareKind::LessEqual ? 1 : 0);
  if (count < 0) return counted->compare == CompareKind::NotEqual ? std::nullopt : std::optional<uint64_t>(0);
  return static_cast<uint64_t>(count);
}

std::optional<Bounds::Range> Bounds::range(FunctionId id, const NaturalLoop& loop) const {
  const Program& program = pointers_.program();
  const Function& function = program.functions[id];
  auto definition = [&](ValueId value) -> const Instruction* {
    value = stripCopies(program, function, value);
    InstructionId i = value.isLocal() ? program.local(function, value.local()).definition : InstructionId();
    return i ? &program.instructions[i] : nullptr;
  };
  const Block& header = program.blocks[loop.header];
  const Instruction& branch =
      program.instructions[InstructionId(header.firstInstruction.index + header.instructionCount - 1)];
  if (branch.opcode != Opcode::Branch) return std::nullopt;
  auto successors = program.successorsOf(header);
  const Instruction* test = definition(program.operandsOf(branch)[0]);
  if (!test || test->opcode != Opcode::Compare || !loop.contains(successors[0]) || loop.contains(successors[1]))
    return std::nullopt;
  ValueId bound = stripCopies(program, function, program.operandsOf(*test)[1]);
  ValueId counter = stripCopies(program, function, program.operandsOf(*test)[0]);
  const Instruction* phi = definition(counter);
  if (!phi || phi->opcode != Opcode::Phi ||
      reach_.blockOf(program.local(function, counter.local()).definition) != loop.header)
    return std::nullopt;
  std::optional<int64_t> start;
  auto operands = program.operandsOf(*phi);
  auto from = program.incomingOf(*phi);
  for (size_t k = 0; k < operands.size(); ++k) {
    if (!loop.contains(from[k])) {
      auto number = program.integer(stripCopies(program, function, operands[k]));
      if (!number || start) return std::nullopt;
      start = number;
      continue;
    }
    const Instruction* step = definition(operands[k]);
    if (!step || step->opcode != Opcode::Binary || step->binary != BinaryKind::Add ||
        stripCopies(program, function, program.operandsOf(*step)[0]) != counter ||
        program.integer(program.operandsOf(*step)[1]) != 1)
      return std::nullopt;
  }
  if (!start) return std::nullopt;
  if (test->compare != CompareKind::Less && test->compare != CompareKind::NotEqual &&
      test->compare != CompareKind::LessEqual)
    return std::nullopt;
  return Range{*start, bound, test->compare};
}

std::optional<uint64_t> Bounds::inLoops(InstanceId instance, BlockId block) {
  if (!reach_.isInLoop(block)) return 1;
  FunctionId function = pointers_.instances()[instance].function;
  std::optional<uint64_t> count;
  for (const NaturalLoop& loop : loopsOf(function)) {
    if (!loop.contains(block)) continue;
    // The head of a loop is passed once more than its body.
    auto rounds = this->rounds(function, loop);
    if (!rounds || block == loop.header) return std::nullopt;
    count = count ? times(count, rounds) : rounds;
  }
  return count;
}

bool Bounds::isOnceIn(OriginId origin, InstanceId instance) {
  auto [it, isNew] = once_.try_emplace(origin);
  if (isNew) {
    std::map<InstanceId, unsigned> incoming;
    for (InstanceId from : origins_.instancesOf(origin))
      for (const Reach::Edge& e : reach_.edges(from))
        if (!e.isFork)
          incoming[e.callee] +=
              reach_.isInLoop(reach_.blockOf(e.call)) || !pointers_.isPlainCall({from, e.call}) ? 2 : 1;
    InstanceId entry = origins_[origin].entry;
    std::vector<InstanceId> work;
    if (incoming[entry] == 0) work.push_back(entry);
    while (!work.empty()) {
      InstanceId next = work.back();
      work.pop_back();
      if (!it->second.insert(next).second) continue;
      for (const Reach::Edge& e : reach_.edges(next))
        if (!e.isFork && incoming[e.callee] == 1) work.push_back(e.callee);
    }
  }
  return it->second.contains(instance);
}

std::optional<uint64_t> Bounds::runsOf(OriginId id) {
  if (id == Origins::main()) return 1;
  auto [it, isNew] = runs_.try_emplace(id, std::nullopt); // its own kind: no bound
  if (!isNew) return it->second;
  const Origin& origin = origins_[id];
  if (origin.isRecursive || origin.isMany || origin.kind != OriginKind::Thread) return std::nullopt;
  uint64_t sum = 0;
  for (uint32_t f = 0; f < origins_.forkCount(); ++f) {
    const Fork& fork = origins_[ForkId(f)];
    if (!llvm::is_contained(fork.origins, id)) continue;
    auto count = executions(fork.by, fork.site.instance, reach_.blockOf(fork.site.instruction));
    if (!count) return std::nullopt;
    sum += *count;
  }
  return runs_[id] = sum;
}

std::optional<uint64_t> Bounds::executions(OriginId origin, InstanceId instance, BlockId block) {
  if (!isOnceIn(origin, instance)) return std::nullopt;
  return times(runsOf(origin), inLoops(instance, block));
}

} // namespace steward
