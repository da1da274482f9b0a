#include "frontend/llvm/decided_ways.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace steward {

using namespace llvm;

namespace {

// The value that one of the block's own has when control comes from a predecessor; nothing when it is not a number.
Constant* valueFrom(Value* value, BasicBlock* block, BasicBlock* from, unsigned depth = 0) {
  if (auto* constant = dyn_cast<Constant>(value)) return constant;
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || instruction->getParent() != block || depth > 8) return nullptr;
  if (auto* phi = dyn_cast<PHINode>(instruction)) return dyn_cast<Constant>(phi->getIncomingValueForBlock(from));
  SmallVector<Constant*, 2> operands;
  for (Value* operand : instruction->operands()) {
    Constant* known = valueFrom(operand, block, from, depth + 1);
    if (!known) return nullptr;
    operands.push_back(known);
  }
  return ConstantFoldInstOperands(instruction, operands, block->getModule()->getDataLayout());
}

// What a branch or switch goes by; nothing for others.
Value* conditionOf(Instruction& last) {
  if (auto* branch = dyn_cast<BranchInst>(&last)) return branch->isConditional() ? branch->getCondition() : nullptr;
  auto* choice = dyn_cast<SwitchInst>(&last);
  return choice ? choice->getCondition() : nullptr;
}

BasicBlock* targetOf(Instruction& last, ConstantInt& value) {
  if (auto* choice = dyn_cast<SwitchInst>(&last)) return choice->findCaseValue(&value)->getCaseSuccessor();
  return last.getSuccessor(value.isZero() ? 1 : 0);
}

// A block that merges ways, tests something and does nothing else. Returning from the middle of a loop that has locals
// is one, too: a number says where to go behind the end of these.
Instruction* testOf(BasicBlock& block) {
  Instruction* branch = block.getTerminator();
  if (!branch || !conditionOf(*branch) || block.phis().empty() || block.isEHPad()) return nullptr;
  for (unsigned k = 0; k < branch->getNumSuccessors(); ++k)
    if (llvm::count(successors(&block), branch->getSuccessor(k)) != 1) return nullptr;
  for (BasicBlock* next : successors(&block))
    if (next == &block) return nullptr;
  for (PHINode& phi : block.phis())
    for (Value* value : phi.incoming_values())
      // Two values that change places would have to be stored at the same time.
      if (auto* other = dyn_cast<PHINode>(value); other && other != &phi && other->getParent() == &block)
        return nullptr;
  for (Instruction& i : block) {
    if (isa<PHINode>(i) || &i == branch || i.isLifetimeStartOrEnd()) continue;
    if (!isa<CmpInst>(i) && !isa<BinaryOperator>(i) && !isa<CastInst>(i)) return nullptr;
    if (i.isUsedOutsideOfBlock(&block)) return nullptr;
  }
  return branch;
}

// A merged value that is used further on goes through memory: stored where control comes from, read where it is used.
// Who does not come by the block any more has stored it all the same.
void putInMemory(PHINode& phi) {
  Function& function = *phi.getFunction();
  auto* memory = new AllocaInst(phi.getType(), function.getDataLayout().getAllocaAddrSpace(), nullptr,
                                phi.getName() + ".way", function.getEntryBlock().getFirstInsertionPt());
  for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k)
    new StoreInst(phi.getIncomingValue(k), memory, phi.getIncomingBlock(k)->getTerminator()->getIterator());
  for (Use& use : make_early_inc_range(phi.uses())) {
    auto* user = cast<Instruction>(use.getUser());
    auto* merge = dyn_cast<PHINode>(user);
    if (!merge && user->getParent() == phi.getParent()) continue;
    Instruction* before = merge ? merge->getIncomingBlock(use)->getTerminator() : user;
    use.set(new LoadInst(phi.getType(), memory, "", before->getIterator()));
  }
}

bool leadThrough(BasicBlock& block) {
  Instruction* branch = testOf(block);
  if (!branch) return false;
  // All ways must be decided: a loop that is only known to be entered stays a loop with its test in front.
  SmallVector<std::pair<BasicBlock*, BasicBlock*>, 4> ways;
  auto& first = cast<PHINode>(block.front());
  for (BasicBlock* from : first.blocks()) {
    auto* value = dyn_cast_or_null<ConstantInt>(valueFrom(conditionOf(*branch), &block, from));
    bool isPlain = isa<BranchInst>(from->getTerminator()) || isa<SwitchInst>(from->getTerminator());
    if (!value || !isPlain || count(successors(from), &block) != 1) return false;
    ways.push_back({from, targetOf(*branch, *value)});
  }
  if (ways.size() < 2) return false;
  // Each way gets a block of its own, so that what is done on it is done on no other.
  for (auto& [from, to] : ways) from = SplitEdge(from, &block);
  for (PHINode& phi : block.phis())
    if (phi.isUsedOutsideOfBlock(&block)) putInMemory(phi);
  for (auto [edge, to] : ways) {
    for (PHINode& phi : to->phis()) {
      Value* value = phi.getIncomingValueForBlock(&block);
      if (auto* merged = dyn_cast<PHINode>(value); merged && merged->getParent() == &block)
        value = merged->getIncomingValueForBlock(edge);
      else if (auto* read = dyn_cast<LoadInst>(value); read && read->getParent() == &block)
        value = new LoadInst(read->getType(), read->getPointerOperand(), "", edge->getTerminator()->getIterator());
      phi.addIncoming(value, edge);
    }
    edge->getTerminator()->replaceSuccessorWith(&block, to);
    block.removePredecessor(edge, true);
  }
  return true;
}

} // namespace

bool leadDecidedWays(Function& function) {
  constexpr unsigned maxRounds = 8, maxTests = 256; // what a machine has written may have no end of them
  unsigned led = 0;
  for (unsigned round = 0; round < maxRounds; ++round) {
    SmallVector<BasicBlock*, 16> blocks;
    for (BasicBlock& block : function) blocks.push_back(&block);
    unsigned before = led;
    for (BasicBlock* block : blocks)
      if (led < maxTests && !pred_empty(block) && leadThrough(*block)) ++led;
    if (led == before) break;
    removeUnreachableBlocks(function);
  }
  return led != 0;
}

} // namespace steward
