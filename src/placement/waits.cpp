#include "placement/waits.h"

#include "placement/accesses.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace steward::placement {

namespace {

using Instructions = SmallPtrSet<const Instruction*, 16>;
using Blocks = SmallPtrSet<const BasicBlock*, 8>;

bool isAtomicLoad(const Instruction& instruction) { return isa<LoadInst>(instruction) && isSharedAtomic(instruction); }

// Tells the processor to take its time, or the compiler to forget what it knows.
bool isPause(const CallBase& call) {
  if (call.getIntrinsicID() == Intrinsic::x86_sse2_pause || isa<DbgInfoIntrinsic>(call)) return true;
  auto* assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  if (!assembly) return false;
  StringRef text = StringRef(assembly->getAsmString()).trim();
  return text.empty() || text == "pause" || text == "nop" || text == "rep; nop" || text == "rep;nop";
}

bool changesNothing(const Instruction& instruction) {
  if (isa<LoadInst>(instruction)) return !cast<LoadInst>(instruction).isVolatile();
  if (auto* call = dyn_cast<CallBase>(&instruction); call && isPause(*call)) return true;
  return !instruction.mayHaveSideEffects() && !instruction.mayReadOrWriteMemory();
}

bool changesNothing(const BasicBlock& block) {
  return all_of(block, [](const Instruction& instruction) { return changesNothing(instruction); });
}

// What these lead to within the blocks, by their values.
Instructions derivedFrom(const Blocks& blocks, SmallVector<const Instruction*, 8> sources) {
  Instructions found;
  while (!sources.empty()) {
    const Instruction* source = sources.pop_back_val();
    for (const User* user : source->users())
      if (auto* next = dyn_cast<Instruction>(user); next && blocks.contains(next->getParent()))
        if (found.insert(next).second) sources.push_back(next);
  }
  return found;
}

// The blocks are gone through again and again; `carried`: what a round has from those before it.
bool onlyWaits(const Blocks& blocks, const SmallVector<const Instruction*, 8>& carried) {
  SmallVector<const Instruction*, 8> loads;
  for (const BasicBlock* block : blocks) {
    if (!changesNothing(*block)) return false;
    for (const Instruction& instruction : *block)
      if (isAtomicLoad(instruction)) loads.push_back(&instruction);
  }
  if (loads.empty()) return false;
  // What is carried may count rounds, and no more.
  Instructions fromBefore = derivedFrom(blocks, carried);
  fromBefore.insert(carried.begin(), carried.end());
  for (const Instruction* instruction : fromBefore) {
    if (isa<LoadInst>(instruction)) return false;
    for (const User* user : instruction->users())
      if (!blocks.contains(cast<Instruction>(user)->getParent())) return false;
  }
  Instructions fromLoads = derivedFrom(blocks, loads);
  return any_of(blocks, [&](const BasicBlock* block) {
    return fromLoads.contains(block->getTerminator()) &&
           any_of(successors(block), [&](const BasicBlock* next) { return !blocks.contains(next); });
  });
}

bool onlyWaits(const Loop& loop) {
  SmallVector<const Instruction*, 8> carried;
  for (const PHINode& phi : loop.getHeader()->phis()) carried.push_back(&phi);
  return onlyWaits(Blocks(loop.block_begin(), loop.block_end()), carried);
}

// Those that are reached through others that change nothing, from here or to here.
template <typename Next>
Blocks reached(const BasicBlock* from, Next next) {
  Blocks found;
  SmallVector<const BasicBlock*, 8> left{from};
  while (!left.empty())
    for (const BasicBlock* block : next(left.pop_back_val()))
      if (changesNothing(*block) && found.insert(block).second) left.push_back(block);
  return found;
}

// A loop that waits, in one that does more, often has one head with it; it is no loop of its own then. The ways from
// the load that lead back to it and change nothing.
bool waitsIn(const Instruction& load) {
  const BasicBlock* block = load.getParent();
  if (!changesNothing(*block)) return false;
  Blocks after = reached(block, [](const BasicBlock* from) { return successors(from); });
  if (!after.contains(block)) return false;
  Blocks before = reached(block, [](const BasicBlock* from) { return predecessors(from); });
  Blocks cycle;
  for (const BasicBlock* one : after)
    if (before.contains(one)) cycle.insert(one);
  SmallVector<const Instruction*, 8> carried;
  for (const BasicBlock* one : cycle)
    for (const PHINode& phi : one->phis())
      if (derivedFrom(cycle, {&phi}).contains(&phi)) carried.push_back(&phi);
  return onlyWaits(cycle, carried);
}

} // namespace

DenseSet<const Instruction*> waitingLoads(Function& function) {
  DenseSet<const Instruction*> waiting;
  SmallVector<const Instruction*, 8> loads;
  for (const Instruction& instruction : instructions(function))
    if (isAtomicLoad(instruction)) loads.push_back(&instruction);
  if (loads.empty()) return waiting;
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (const Instruction* load : loads) {
    bool waits = false;
    for (const Loop* loop = loops.getLoopFor(load->getParent()); loop && !waits; loop = loop->getParentLoop())
      waits = onlyWaits(*loop);
    if (waits || waitsIn(*load)) waiting.insert(load);
  }
  return waiting;
}

} // namespace steward::placement
