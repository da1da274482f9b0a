#include "placement/speculation.h"

#include "placement/accesses.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace steward::placement {

// Whether each step of the loop reads what lies right behind or before what the last one has read, or the same again.
static bool isWithoutGaps(ScalarEvolution& evolution, const Loop& loop, const Access& access) {
  const SCEV* pointer = evolution.getSCEV(access.pointer);
  if (evolution.isLoopInvariant(pointer, &loop)) return true;
  auto* recurrence = dyn_cast<SCEVAddRecExpr>(pointer);
  if (!recurrence || recurrence->getLoop() != &loop) return true; // no group of neighbours can be made of it
  auto* step = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution));
  return !step || step->getAPInt().abs() == access.bytes;
}

void keepUncheckedLoops(Function& function, FunctionAnalysisManager& manager) {
  auto& loops = manager.getResult<LoopAnalysis>(function);
  if (loops.empty()) return;
  auto& evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    bool mayEndWithin = !loop->getExitingBlock();
    bool isKept = any_of(loop->blocks(), [&](BasicBlock* block) {
      return any_of(*block, [&](Instruction& instruction) {
        auto access = plainAccess(instruction, function.getDataLayout());
        return access && !access->isWrite && (mayEndWithin || !isWithoutGaps(evolution, *loop, *access));
      });
    });
    if (isKept) addStringMetadataToLoop(loop, "llvm.loop.vectorize.enable", 0);
  }
}

} // namespace steward::placement
