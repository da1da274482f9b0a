#include "placement/assembly.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace steward::placement {

namespace {

// What the instructions are, from their names.
struct Mnemonics {
  bool any = false, isLocked = false, hasLock = false, isFence = false;
};

Mnemonics mnemonicsIn(StringRef assembly) {
  Mnemonics found;
  // Comments end with their line; names of operands ($0, ${1:w}) and of registers are no instructions.
  while (!assembly.empty()) {
    auto [line, rest] = assembly.split('\n');
    assembly = rest;
    line = line.take_until([](char c) { return c == '#'; });
    while (!line.empty()) {
      auto [statement, others] = line.split(';');
      line = others;
      SmallVector<StringRef, 4> words;
      SplitString(statement, words, " \t");
      // Labels and prefixes stand before the instruction.
      for (StringRef word : words) {
        if (word.ends_with(":") || word.starts_with(".")) continue;
        found.any = true;
        std::string name = word.lower();
        bool isPrefix = name == "lock" || name == "rep" || name == "xacquire" || name == "xrelease";
        found.hasLock |= name == "lock";
        found.isLocked |= name == "lock" || StringRef(name).starts_with("xchg");
        found.isFence |= name == "mfence" || name == "lfence" || name == "sfence";
        if (!isPrefix) break;
      }
    }
  }
  return found;
}

// What a plain move of the processor does at once.
constexpr uint64_t atomicBytes = 8;

bool isAtomicSize(const CallBase& call, unsigned argument) {
  Type* type = call.getParamElementType(argument);
  return type && type->isSized() && call.getDataLayout().getTypeStoreSize(type) <= atomicBytes;
}

void add(SmallVectorImpl<Value*>& addresses, Value* address) {
  if (!is_contained(addresses, address)) addresses.push_back(address);
}

} // namespace

AssemblySync synchronizationOf(const CallBase& call) {
  AssemblySync sync;
  // OpenMP's flush: the library does what it is for, which is not seen.
  if (const Function* callee = call.getCalledFunction()) sync.isFence = callee->getName() == "__kmpc_flush";
  auto* assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  if (!assembly || !assembly->hasSideEffects()) return sync;
  Mnemonics mnemonics = mnemonicsIn(assembly->getAsmString());
  if (!mnemonics.any) return sync;                  // a hint for the compiler alone
  SmallVector<unsigned, 4> read, written, pointers; // arguments
  bool clobbersMemory = false;
  unsigned next = 0;
  for (const InlineAsm::ConstraintInfo& constraint : assembly->ParseConstraints()) {
    clobbersMemory |= constraint.Type == InlineAsm::isClobber && is_contained(constraint.Codes, "{memory}");
    if (!constraint.hasArg()) continue;
    unsigned argument = next++;
    if (constraint.isIndirect)
      (constraint.Type == InlineAsm::isOutput ? written : read).push_back(argument);
    else if (call.getArgOperand(argument)->getType()->isPointerTy())
      pointers.push_back(argument);
  }
  if (mnemonics.isLocked) {
    bool isNamed = !read.empty() || !written.empty();
    for (auto* arguments : {&read, &written, &pointers}) {
      if (arguments == &pointers && isNamed) continue; // else the address is in a register
      for (unsigned argument : *arguments) {
        add(sync.released, call.getArgOperand(argument));
        add(sync.acquired, call.getArgOperand(argument));
      }
    }
    sync.isFence =
        mnemonics.hasLock && sync.released.empty(); // something on the stack: as good as a fence, and faster than one
  } else if (clobbersMemory) {
    for (unsigned argument : written)
      if (isAtomicSize(call, argument)) add(sync.released, call.getArgOperand(argument));
    for (unsigned argument : read)
      if (isAtomicSize(call, argument)) add(sync.acquired, call.getArgOperand(argument));
  }
  sync.isFence |= mnemonics.isFence;
  return sync;
}

void emitAssemblySync(CallBase& call) {
  AssemblySync sync = synchronizationOf(call);
  if (!sync.any()) return;
  Module& module = *call.getModule();
  auto tell = [&](IRBuilder<>& builder, StringRef name, Value* argument) {
    builder.CreateCall(module.getOrInsertFunction(name, builder.getVoidTy(), argument->getType()), argument);
  };
  IRBuilder<> before(&call);
  for (Value* address : sync.released) tell(before, "__steward_release", address);
  if (sync.isFence) tell(before, "__steward_fence", before.getInt32(unsigned(AtomicOrderingCABI::seq_cst)));
  auto acquireAt = [&](BasicBlock* block, BasicBlock::iterator at) {
    IRBuilder<> after(block, at);
    after.SetCurrentDebugLocation(call.getDebugLoc());
    for (Value* address : sync.acquired) tell(after, "__steward_acquire", address);
  };
  if (!call.isTerminator()) return acquireAt(call.getParent(), std::next(call.getIterator()));
  // One that jumps: on the ways from it alone.
  if (sync.acquired.empty()) return;
  for (unsigned i = 0; i < call.getNumSuccessors(); ++i) {
    BasicBlock* block = call.getSuccessor(i);
    if (!block->isEHPad() && !block->getSinglePredecessor()) block = SplitKnownCriticalEdge(&call, i);
    if (block && !block->isEHPad()) acquireAt(block, block->getFirstInsertionPt());
  }
}

} // namespace steward::placement
