#include "placement/effects.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace steward::placement {

static constexpr Effects everything{true, true, true, true};

// By what is declared of it. Memory that is only read, or only what arguments point to, is no lock of anyone.
static Effects ofUnknown(const CallBase& call) {
  Effects effects = everything;
  MemoryEffects memory = call.getMemoryEffects();
  bool isLocal = memory.onlyReadsMemory() || memory.onlyAccessesArgPointees() || memory.onlyAccessesInaccessibleMem() ||
                 memory.onlyAccessesInaccessibleOrArgMem();
  bool isSilent = isLocal && call.hasFnAttr(Attribute::NoSync);
  if (memory.doesNotAccessMemory() || memory.onlyReadsMemory() || isSilent) effects.acquires = effects.releases = false;
  if (memory.onlyReadsMemory() || call.hasFnAttr(Attribute::NoFree)) effects.frees = false;
  if (call.doesNotThrow() && call.hasFnAttr(Attribute::WillReturn)) effects.leaves = false;
  return effects;
}

static Effects ofIntrinsic(const IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
  case Intrinsic::eh_sjlj_longjmp:
    return {false, false, true, false};
  case Intrinsic::coro_suspend:
  case Intrinsic::coro_end:
    return everything;
  default:
    return {}; // no intrinsic synchronises; memory intrinsics are accesses
  }
}

// From the C library, each called in many places and none of them a matter of other threads.
static bool isPlainLibraryFunction(StringRef name) {
  static constexpr StringRef names[] = {"memcpy",
                                        "memmove",
                                        "memset",
                                        "memcmp",
                                        "memchr",
                                        "bcmp",
                                        "strlen",
                                        "strnlen",
                                        "strcmp",
                                        "strncmp",
                                        "strcpy",
                                        "strncpy",
                                        "strcat",
                                        "strncat",
                                        "strchr",
                                        "strrchr",
                                        "strstr",
                                        "stpcpy",
                                        "strspn",
                                        "strcspn",
                                        "strcasecmp",
                                        "strncasecmp",
                                        "memrchr",
                                        "strtol",
                                        "strtoul",
                                        "strtoll",
                                        "strtoull",
                                        "strtod",
                                        "atoi",
                                        "atol",
                                        "abs",
                                        "isalpha",
                                        "isdigit",
                                        "isspace",
                                        "isalnum",
                                        "isupper",
                                        "islower",
                                        "toupper",
                                        "tolower",
                                        "__ctype_b_loc",
                                        "__ctype_tolower_loc",
                                        "__ctype_toupper_loc",
                                        "__errno_location",
                                        "malloc",
                                        "calloc",
                                        "_Znwm",
                                        "_Znam",
                                        "__cxa_allocate_exception",
                                        "rand_r",
                                        "clock_gettime",
                                        "gettimeofday",
                                        "time",
                                        "getpid",
                                        "pthread_self"};
  return is_contained(names, name);
}

// Locks of POSIX threads: each is an acquire or a release and no more, so that a check may be moved across it in the
// one direction that the paper's rules allow. None of them is a point where a thread can be cancelled.
static std::optional<Effects> ofLockFunction(StringRef name) {
  static constexpr StringRef acquiring[] = {
      "pthread_mutex_lock",    "pthread_mutex_trylock", "pthread_spin_lock",        "pthread_spin_trylock",
      "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock"};
  static constexpr StringRef releasing[] = {"pthread_mutex_unlock", "pthread_spin_unlock", "pthread_rwlock_unlock"};
  if (is_contained(acquiring, name)) return Effects{true, false, false, false};
  if (is_contained(releasing, name)) return Effects{false, true, false, false};
  return std::nullopt;
}

// Of the runtime's functions, those that stand for an atomic operation, a fence, or assembly. Code that has them was
// checked already, and has been linked to what is now.
static bool isSynchronization(StringRef runtimeName) {
  static constexpr StringRef names[] = {"__steward_atomic", "__steward_fence", "__steward_generic_",
                                        "__steward_acquire", "__steward_release"};
  return any_of(names, [&](StringRef name) { return runtimeName.starts_with(name); });
}

Effects ModuleEffects::ofCall(const CallBase& call) const {
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) return ofIntrinsic(*intrinsic);
  if (call.isInlineAsm()) {
    auto* assembly = cast<InlineAsm>(call.getCalledOperand());
    return assembly->hasSideEffects() || assembly->getConstraintString().contains("{memory}") ? everything : Effects{};
  }
  const Function* callee = call.getCalledFunction();
  if (!callee) return ofUnknown(call);
  if (callee->getName().starts_with("__steward_")) {
    bool synchronizes = isSynchronization(callee->getName());
    return {synchronizes, synchronizes, false, false};
  }
  if (auto found = functions_.find(callee); found != functions_.end()) {
    Effects effects = found->second;
    if (call.doesNotReturn()) effects.leaves = true;
    return effects;
  }
  if (isPlainLibraryFunction(callee->getName())) {
    Effects effects;
    // operator new throws; malloc returns.
    effects.leaves = !call.doesNotThrow() && callee->getName().starts_with("_Z");
    return effects;
  }
  if (auto effects = ofLockFunction(callee->getName())) return *effects;
  return ofUnknown(call);
}

Effects ModuleEffects::of(const Instruction& instruction) const {
  if (auto* call = dyn_cast<CallBase>(&instruction)) return ofCall(*call);
  if (!instruction.isAtomic()) {
    if (isa<ResumeInst>(instruction)) return {false, false, true, false};
    return {};
  }
  auto effectsOf = [](AtomicOrdering order, bool mayRead, bool mayWrite) {
    return Effects{mayRead && isAcquireOrStronger(order), mayWrite && isReleaseOrStronger(order), false, false};
  };
  if (auto* load = dyn_cast<LoadInst>(&instruction)) return effectsOf(load->getOrdering(), true, false);
  if (auto* store = dyn_cast<StoreInst>(&instruction)) return effectsOf(store->getOrdering(), false, true);
  if (auto* change = dyn_cast<AtomicRMWInst>(&instruction)) return effectsOf(change->getOrdering(), true, true);
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    Effects effects = effectsOf(exchange->getSuccessOrdering(), true, true);
    effects |= effectsOf(exchange->getFailureOrdering(), true, false);
    return effects;
  }
  if (auto* fence = dyn_cast<FenceInst>(&instruction)) return effectsOf(fence->getOrdering(), true, true);
  return everything;
}

// What decides whether the loop goes on is memory that stays where it is, and nothing else: while (!*flag) spins++;
static bool hangsOnMemory(const Loop& loop, const Value* value, SmallPtrSetImpl<const Value*>& seen) {
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction) || !seen.insert(value).second) return true;
  if (auto* load = dyn_cast<LoadInst>(instruction)) return loop.isLoopInvariant(load->getPointerOperand());
  if (isa<PHINode, CallBase>(instruction)) return false;
  return all_of(instruction->operands(),
                [&](const Use& use) { return isa<BasicBlock>(use) || hangsOnMemory(loop, use, seen); });
}

bool mayNotEnd(const Loop& loop) {
  if (!isMustProgress(&loop)) return true;
  if (any_of(loop.blocks(), [](const BasicBlock* block) {
        return any_of(*block, [](const Instruction& i) { return i.isAtomic() || i.isVolatile(); });
      }))
    return true;
  SmallVector<BasicBlock*, 4> leaving;
  loop.getExitingBlocks(leaving);
  SmallPtrSet<const Value*, 8> seen;
  return all_of(leaving, [&](BasicBlock* block) { return hangsOnMemory(loop, block->getTerminator(), seen); });
}

static bool mayLoopForever(const Function& function) {
  if (function.hasFnAttribute(Attribute::WillReturn)) return false;
  DominatorTree dominators(const_cast<Function&>(function));
  LoopInfo loops(dominators);
  return any_of(loops.getLoopsInPreorder(), [](const Loop* loop) { return mayNotEnd(*loop); });
}

ModuleEffects::ModuleEffects(const Module& module) {
  for (const Function& function : module) {
    if (function.isDeclaration() || function.isInterposable()) continue;
    Effects& effects = functions_[&function];
    effects.leaves = mayLoopForever(function);
  }
  // Optimistic for recursion: effects only grow, until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [function, effects] : functions_) {
      if (effects == everything) continue;
      Effects now = effects;
      for (const Instruction& instruction : instructions(*function)) now |= of(instruction);
      changed |= !(now == effects);
      effects = now;
    }
  }
}

} // namespace steward::placement
