#include "placement/speculation.h"

#include "placement/accesses.h"

#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace steward::placement {

void forgetIndependenceOfLocals(Function& function) {
  for (Instruction& instruction : instructions(function))
    if (const Value* pointer = getLoadStorePointerOperand(&instruction))
      if (instruction.hasMetadata(LLVMContext::MD_access_group) && isa<AllocaInst>(getUnderlyingObject(pointer)))
        instruction.setMetadata(LLVMContext::MD_access_group, nullptr);
}

void keepUncheckedLoops(Function& function, FunctionAnalysisManager& manager) {
  auto& loops = manager.getResult<LoopAnalysis>(function);
  if (loops.empty()) return;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || loop->getExitingBlock()) continue;
    bool isKept = any_of(loop->blocks(), [&](BasicBlock* block) {
      return any_of(*block, [&](Instruction& instruction) {
        auto access = anyPlainAccess(instruction, function.getDataLayout());
        return access && !access->isWrite;
      });
    });
    if (isKept) addStringMetadataToLoop(loop, "llvm.loop.vectorize.enable", 0);
  }
}

// Promotion to a register, and what it needs (LICM): an address that stays the same, memory that is there to be read,
// and a store. That the mark for sanitizers forbids the early load is not looked at where a store shows that it is
// safe.
static bool wouldReadEarly(Loop& loop, const DominatorTree& dominators) {
  SmallVector<BasicBlock*, 8> ends;
  loop.getExitingBlocks(ends);
  loop.getLoopLatches(ends);
  bool mayLeave = any_of(loop.blocks(), [](const BasicBlock* block) {
    return any_of(*block, [](const Instruction& i) { return !isGuaranteedToTransferExecutionToSuccessor(&i); });
  });
  auto isCertain = [&](const BasicBlock* block) { // each step gets there
    return !mayLeave && all_of(ends, [&](const BasicBlock* end) { return dominators.dominates(block, end); });
  };
  SmallPtrSet<const Value*, 8> changed, certain;
  BasicBlock* before = loop.getLoopPreheader();
  for (BasicBlock* block : loop.blocks())
    for (Instruction& instruction : *block) {
      const Value* pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || !loop.isLoopInvariant(pointer)) continue;
      if (isCertain(block))
        certain.insert(pointer);
      else if (isa<StoreInst>(instruction) && !isPrivateOrConstant(pointer) &&
               isDereferenceablePointer(pointer, getLoadStoreType(&instruction), instruction.getDataLayout(),
                                        before ? before->getTerminator() : nullptr))
        changed.insert(pointer);
    }
  return any_of(changed, [&](const Value* pointer) { return !certain.contains(pointer); });
}

void keepConditionalStores(Function& function, FunctionAnalysisManager& manager) {
  auto& loops = manager.getResult<LoopAnalysis>(function);
  if (loops.empty()) return;
  auto& dominators = manager.getResult<DominatorTreeAnalysis>(function);
  for (Loop* loop : loops.getLoopsInPreorder())
    if (!getBooleanLoopAttribute(loop, "llvm.licm.disable") && wouldReadEarly(*loop, dominators))
      addStringMetadataToLoop(loop, "llvm.licm.disable", 1);
}

} // namespace steward::placement
