#include "race/passed_tests.h"

#include "race/points_into.h"

#include <algorithm>

namespace steward {

// The loads that a condition is computed from.
void PassedTests::addReads(const Function& function, ValueId value, std::vector<InstructionId>& reads,
                           unsigned depth) const {
  constexpr unsigned maxDepth = 6;
  InstructionId definition = value.isLocal() ? program_.local(function, value.local()).definition : InstructionId();
  if (!definition || depth > maxDepth) return;
  const Instruction& i = program_.instructions[definition];
  switch (i.opcode) {
  case Opcode::Load:
    if (!llvm::is_contained(reads, definition)) reads.push_back(definition);
    return;
  case Opcode::Compare:
  case Opcode::Binary:
  case Opcode::Copy:
  case Opcode::Phi:
  case Opcode::Select:
    for (ValueId operand : program_.operandsOf(i)) addReads(function, operand, reads, depth + 1);
    return;
  default:
    return;
  }
}

const PassedTests::Known& PassedTests::known(InstanceId instance) {
  FunctionId id = pointers_.instances()[instance].function;
  auto [it, isNew] = known_.try_emplace(id);
  if (!isNew) return it->second;
  const Function& function = program_.functions[id];
  Known found;
  found.dominators = std::make_unique<Dominators>(program_, function);
  for (BlockId b : program_.blocksOf(function)) {
    const Block& block = program_.blocks[b];
    const Instruction& last =
        program_.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
    if (last.opcode != Opcode::Branch || !found.dominators->reachable(b)) continue;
    Test test{b, {}};
    addReads(function, program_.operandsOf(last)[0], test.reads, 0);
    if (!test.reads.empty()) found.tests.push_back(std::move(test));
  }
  return known_[id] = std::move(found);
}

// Whether control can leave the function from a test, or come to it again, without the other block.
bool PassedTests::mayLeadElsewhere(BlockId test, BlockId to) const {
  std::vector<BlockId> work{test};
  llvm::DenseSet<BlockId> seen;
  while (!work.empty()) {
    BlockId b = work.back();
    work.pop_back();
    auto successors = program_.successorsOf(program_.blocks[b]);
    if (successors.empty()) return true;
    for (BlockId s : successors) {
      if (s == test) return true;
      if (s != to && seen.insert(s).second) work.push_back(s);
    }
  }
  return false;
}

std::vector<PassedTests::Passed> PassedTests::before(InstanceId instance, FrameId frame, InstructionId at) {
  const Known& here = known(instance);
  BlockId block = reach_.blockOf(at);
  std::vector<Passed> result;
  if (here.tests.empty() || !here.dominators->reachable(block)) return result;
  const std::vector<KinLocks::Kind> held = kin_.heldAt(frame, at);
  for (const Test& test : here.tests) {
    if (test.block == block || !here.dominators->dominates(test.block, block)) continue;
    for (InstructionId read : test.reads) {
      std::vector<KinLocks::Kind> left = kin_.heldAt(frame, read);
      std::erase_if(left, [&](KinLocks::Kind k) { return std::binary_search(held.begin(), held.end(), k); });
      if (!left.empty() && mayLeadElsewhere(test.block, block)) result.push_back({read, std::move(left)});
    }
  }
  return result;
}

std::vector<KinLocks::Kind> PassedTests::of(ObjectId object, InstanceId instance, llvm::ArrayRef<Passed> passed) const {
  std::vector<KinLocks::Kind> result;
  for (const Passed& p : passed) {
    if (mayPointInto(pointers_, instance, program_.operandsOf(program_.instructions[p.read])[0], object))
      result.insert(result.end(), p.locks.begin(), p.locks.end());
  }
  llvm::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

} // namespace steward
