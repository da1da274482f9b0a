#include "program/verify_body.h"

#include "program/dominators.h"
#include "program/print.h"
#include "program/shape.h"

#include "llvm/ADT/STLExtras.h"

namespace steward {

using llvm::Twine;

namespace {

class BodyVerifier {
public:
  BodyVerifier(const Program& program, FunctionId id, ReportViolation report)
      : program_(program), id_(id), f_(program.functions[id]), report_(report) {}

  void run() {
    for (BlockId b : program_.blocksOf(f_)) terminator(program_.blocks[b], b);
    definitions();
    if (isSound_ && !f_.isDeclaration()) uses();
  }

private:
  void violation(ProgramPart part, uint32_t index, const Twine& reason) {
    isSound_ = false;
    report_(part, index, reason);
  }
  void terminator(const Block& b, BlockId id);
  void definitions();
  void uses();
  bool phi(const Dominators& dominators, BlockId b, InstructionId i);
  std::string localName(LocalId id) const;

  const Program& program_;
  FunctionId id_;
  const Function& f_;
  ReportViolation report_;
  bool isSound_ = true;
};

void BodyVerifier::terminator(const Block& b, BlockId id) {
  if (b.instructionCount == 0) return violation(ProgramPart::Block, id.index, "the block is empty");
  uint32_t end = b.firstInstruction.index + b.instructionCount;
  bool isHead = true;
  for (InstructionId i : program_.instructionsOf(b)) {
    Opcode op = program_.instructions[i].opcode;
    if (isTerminator(op) && i.index + 1 != end)
      violation(ProgramPart::Instruction, i.index, shapeOf(op).word + " is not at the end of its block");
    if (op == Opcode::Phi && !isHead)
      violation(ProgramPart::Instruction, i.index, "phi is not at the head of its block");
    isHead &= op == Opcode::Phi;
  }
  const Instruction& last = program_.instructions[InstructionId(end - 1)];
  if (!isTerminator(last.opcode))
    return violation(ProgramPart::Instruction, end - 1, "the block does not end with a terminator");
  uint32_t count = last.opcode == Opcode::Jump ? 1 : last.opcode == Opcode::Branch ? 2 : 0;
  if (last.opcode == Opcode::Switch) count = last.operandCount; // the default, and one for each case value
  if (b.successorCount != count)
    violation(ProgramPart::Instruction, end - 1,
              shapeOf(last.opcode).word + " needs " + Twine(count) + " successors, not " + Twine(b.successorCount));
}

void BodyVerifier::definitions() {
  std::vector<InstructionId> definition(f_.localCount);
  for (BlockId b : program_.blocksOf(f_))
    for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
      LocalId result = program_.instructions[i].result;
      if (!result.valid()) continue;
      if (result.index < f_.parameterCount || definition[result.index].valid())
        violation(ProgramPart::Instruction, i.index, localName(result) + " is defined twice");
      definition[result.index] = i;
    }
  for (uint32_t i = 0; i < f_.localCount; ++i) {
    if (i >= f_.parameterCount && !definition[i].valid())
      violation(ProgramPart::Function, id_.index, localName(LocalId(i)) + " is never defined");
    else if (program_.local(f_, LocalId(i)).definition != definition[i])
      violation(ProgramPart::Function, id_.index, localName(LocalId(i)) + " names another definition than its own");
  }
}

void BodyVerifier::uses() {
  Dominators dominators(program_, f_);
  if (!dominators.predecessors(f_.firstBlock).empty())
    violation(ProgramPart::Block, f_.firstBlock.index, "the entry block has a predecessor");

  // Blocks of the definitions; within a block, instructions are numbered in order.
  std::vector<BlockId> blockOf(f_.localCount);
  for (BlockId b : program_.blocksOf(f_))
    for (InstructionId i : program_.instructionsOf(program_.blocks[b]))
      if (LocalId result = program_.instructions[i].result; result.valid()) blockOf[result.index] = b;

  // Whether the definition of `v` has run when control is in block b, just before instruction `before`.
  auto isDefined = [&](ValueId v, BlockId b, InstructionId before) {
    if (!v.isLocal() || v.local().index < f_.parameterCount || !dominators.reachable(b)) return true;
    BlockId from = blockOf[v.local().index];
    if (from == b) return program_.local(f_, v.local()).definition < before;
    return dominators.reachable(from) && dominators.dominates(from, b);
  };
  for (BlockId b : program_.blocksOf(f_))
    for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
      const Instruction& i = program_.instructions[id];
      bool isPhi = i.opcode == Opcode::Phi;
      if (isPhi && !phi(dominators, b, id)) continue;
      auto operands = program_.operandsOf(i);
      for (uint32_t n = 0; n < operands.size(); ++n) {
        // A phi uses its operand at the end of the block that control comes from.
        bool isGood =
            isPhi ? isDefined(operands[n], program_.incomingOf(i)[n], InstructionId()) : isDefined(operands[n], b, id);
        if (isGood) continue;
        violation(ProgramPart::Instruction, id.index,
                  localName(operands[n].local()) + " is used where its definition may not have run");
      }
    }
}

// LLVM lists a block once for every edge from it; that is harmless as long as all of them bring the same value.
bool BodyVerifier::phi(const Dominators& dominators, BlockId b, InstructionId id) {
  const Instruction& i = program_.instructions[id];
  auto report = [&](const Twine& reason) {
    violation(ProgramPart::Instruction, id.index, reason);
    return false;
  };
  std::vector<std::pair<BlockId, ValueId>> edges;
  for (auto [from, v] : llvm::zip_equal(program_.incomingOf(i), program_.operandsOf(i))) edges.emplace_back(from, v);
  llvm::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::vector<BlockId> blocks;
  for (auto& [from, v] : edges) {
    if (!blocks.empty() && blocks.back() == from) return report("phi has two values for one block");
    blocks.push_back(from);
  }
  return llvm::ArrayRef(blocks) == dominators.predecessors(b) ||
         report("the blocks of phi are not the predecessors of its block");
}

std::string BodyVerifier::localName(LocalId id) const {
  llvm::StringRef name = program_.text(program_.local(f_, id).name);
  if (name.empty()) return "%" + std::to_string(id.index);
  std::string text = "%";
  llvm::raw_string_ostream out(text);
  printName(name, out);
  return text;
}

} // namespace

void verifyBody(const Program& program, FunctionId function, ReportViolation report) {
  BodyVerifier(program, function, report).run();
}

} // namespace steward
