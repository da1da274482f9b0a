// The pass plug-in: clang -fpass-plugin=StewardPlacement.so.
//
// Three passes. A mark, before all others: the optimiser must not make accesses that the source does not make; what it
// makes nevertheless is prevented as it goes (speculation.h). Ranges, after inlining and simplification and before the
// vectoriser: loops become one check each, and keep their form. Checks, at the end: what is left, atomics, and memory
// intrinsics. The end may be that of the link (link_time.h).
#include "placement/assembly.h"
#include "placement/contexts.h"
#include "placement/intrinsics.h"
#include "placement/link_time.h"
#include "placement/ranges.h"
#include "placement/remarks.h"
#include "placement/speculation.h"
#include "placement/structors.h"
#include "placement/waits.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <memory>

using namespace llvm;
using namespace steward::placement;

static cl::opt<bool> wantsPerAccess("steward-per-access", cl::desc("One check for each access, without placement"));
static cl::opt<bool> wantsCounts("steward-stats", cl::desc("Count accesses and checks as the program runs"));
static cl::opt<bool> wantsTrace("steward-trace",
                                cl::desc("Tell the runtime of every access and check, for the oracle"));
static cl::opt<bool> wantsRemarks("steward-remarks", cl::desc("Print each check that is placed"));
static cl::opt<bool> atLinkTime("steward-link-time", cl::desc("With -flto: place checks when the program is linked"));
static cl::opt<bool> withoutRanges("steward-no-ranges", cl::desc("No checks of ranges for loops"));

namespace {

// Counts per block: accesses before anything is changed, checks where they are made.
void count(Instruction* before, uint64_t accesses, uint64_t checks) {
  IRBuilder<> builder(before);
  Type* number = builder.getInt64Ty();
  FunctionCallee callee =
      before->getModule()->getOrInsertFunction("__steward_count", builder.getVoidTy(), number, number);
  builder.CreateCall(callee, {builder.getInt64(accesses), builder.getInt64(checks)});
}

// One that was placed before the vectoriser.
bool isRangeCheck(const CallInst& call) {
  const Function* callee = call.getCalledFunction();
  return callee && callee->getName().starts_with("__steward_") &&
         (callee->getName().ends_with("_range") || callee->getName().ends_with("_strided"));
}

// Where the same few accesses are made again and again.
DenseSet<const Instruction*> placesInSmallLoops(Function& function, const Placement& placement) {
  constexpr unsigned most = 24; // blocks
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  DenseSet<const Instruction*> places;
  for (auto& [before, checks] : placement)
    if (Loop* loop = loops.getLoopFor(before->getParent()); loop && loop->getNumBlocks() <= most) places.insert(before);
  return places;
}

PlacementOptions optionsHere() { return {wantsPerAccess, wantsCounts, wantsTrace, wantsRemarks}; }
// In a link the options are those that the files were compiled with.
PlacementOptions optionsOf(const Module& module) {
  return hasDeferredChecks(module) ? deferredChecks(module) : optionsHere();
}

void instrument(Function& function, const ModuleEffects& effects, Emitter& emitter, const PlacementOptions& options) {
  SmallVector<Instruction*, 8> atomics, vtables, memory, synchronizing;
  SmallVector<CallInst*, 8> ranges, prefetches;
  SmallVector<CallBase*, 2> assembly;
  SmallVector<std::pair<Instruction*, unsigned>, 8> counted;
  SmallVector<Access, 0> traced;
  for (BasicBlock& block : function) {
    unsigned accesses = 0;
    for (Instruction& instruction : block) {
      accesses += isa<LoadInst>(instruction) || isa<StoreInst>(instruction);
      if (auto* call = dyn_cast<CallInst>(&instruction); call && isRangeCheck(*call))
        ranges.push_back(call);
      else if (call && call->getIntrinsicID() == Intrinsic::prefetch)
        prefetches.push_back(call);
      if (auto* call = dyn_cast<CallBase>(&instruction); call && synchronizationOf(*call).any())
        assembly.push_back(call);
      if (isSharedAtomic(instruction))
        atomics.push_back(&instruction);
      else if (isMemoryIntrinsic(instruction))
        memory.push_back(&instruction);
      else if (auto access = plainAccess(instruction, function.getDataLayout()); access && access->isVtable)
        vtables.push_back(&instruction);
      if (options.tracing)
        if (auto access = anyPlainAccess(instruction, function.getDataLayout()); access && !access->isVtable)
          append_range(traced, piecesOf(*access, function.getDataLayout()));
      if (effects.of(instruction).synchronizes()) synchronizing.push_back(&instruction);
    }
    if (options.counting && accesses) counted.push_back({&*block.getFirstInsertionPt(), accesses});
  }
  DenseSet<const Instruction*> waiting = waitingLoads(function);
  emitter.beginFunction(function);
  Placement placement = options.perAccess ? checkEachAccess(function) : placeChecks(function, effects);
  DenseSet<const Instruction*> repeated = placesInSmallLoops(function, placement);
  for (auto [at, accesses] : counted) count(at, accesses, 0);
  for (auto& [before, checks] : placement) {
    if (checks.empty()) continue;
    if (options.counting) count(before, 0, checks.size());
    emitter.emit(before, checks, repeated.contains(before));
  }
  // After all that is placed before one of them: the call itself is moved where it is seldom reached.
  for (CallInst* call : ranges) {
    if (options.counting) count(call, 0, 1);
    if (!options.tracing) emitter.inlineRange(call);
  }
  for (const Access& access : traced) {
    IRBuilder<> builder(access.instruction);
    Value* pointer = builder.CreatePtrAdd(access.pointer, builder.getInt64(uint64_t(access.offset)));
    emitter.traceAccess(access.instruction, pointer, builder.getInt64(access.bytes), access.isWrite,
                        access.instruction);
  }
  for (CallInst* prefetch : prefetches) emitter.prefetchCell(prefetch);
  for (Instruction* store : vtables) emitter.emitVtableStore(store);
  for (Instruction* intrinsic : memory) emitMemoryIntrinsic(emitter, intrinsic);
  for (Instruction* instruction : synchronizing) emitter.reloadEpochAfter(instruction);
  for (Instruction* atomic : atomics) emitter.replaceAtomic(atomic, waiting.contains(atomic));
  for (CallBase* call : assembly) emitAssemblySync(*call);
  emitter.finishFunction();
}

// `if (mine) x = data;` may become a load that is always made, and whose value is dropped: harmless for the program, a
// race for a detector. LLVM leaves that out in functions that are marked for ThreadSanitizer. The mark goes when the
// checks are placed; nothing behind them may make a difference.
struct MarkPass : PassInfoMixin<MarkPass> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    for (Function& function : module) {
      if (function.isDeclaration()) continue;
      function.addFnAttr(Attribute::SanitizeThread);
      forgetIndependenceOfLocals(function);
    }
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

bool hasFences(Module& module) {
  return any_of(module, [](const Function& function) {
    return any_of(instructions(function), [](const Instruction& i) {
      auto* call = dyn_cast<CallBase>(&i);
      return (isa<FenceInst>(i) && isSharedAtomic(i)) || (call && synchronizationOf(*call).isFence);
    });
  });
}

// Relaxed operations matter to the runtime if there are fences anywhere: each module says so before main.
void announceFences(Module& module) {
  FunctionCallee announce = module.getOrInsertFunction("__steward_has_fences", Type::getVoidTy(module.getContext()));
  appendToGlobalCtors(module, cast<Function>(announce.getCallee()), 0);
}

// Values of any size are libatomic's, which may be linked statically: then its functions are known here only.
void takeOverGenericAtomics(Module& module) {
  for (StringRef name : {"load", "store", "exchange", "compare_exchange"}) {
    Function* function = module.getFunction(("__atomic_" + name).str());
    if (!function || !function->isDeclaration()) continue;
    std::string ours = ("__steward_generic_" + name).str();
    if (Function* known = module.getFunction(ours)) { // in a link, of a module that has its checks already
      function->replaceAllUsesWith(known);
      function->eraseFromParent();
    } else {
      function->setName(ours);
    }
  }
}

bool isMarked(const Function& function) { return function.hasFnAttribute(Attribute::SanitizeThread); }

// Both passes tell of what they place; the second prints it. What has lost its mark has its checks already.
void placeAllChecks(Module& module, const PlacementOptions& options, Remarks& remarks) {
  bool announcesFences = hasFences(module);
  ModuleEffects effects(module);
  Emitter emitter(module, options.tracing, options.remarking ? &remarks : nullptr);
  for (Function& function : module)
    if (isInstrumented(function) && isMarked(function)) instrument(function, effects, emitter, options);
  takeOverGenericAtomics(module);
  wrapStructors(module);
  if (announcesFences) announceFences(module);
  for (Function& function : module) function.removeFnAttr(Attribute::SanitizeThread);
  remarks.print(errs());
}

// A link inlines no function that has its checks into one that waits for them, or the other way around: their marks
// differ. But what must be inlined is, whatever the marks. In its own file that has happened.
void allowCalls(Module& module) {
  for (Function& function : module) {
    function.removeFnAttr(Attribute::AlwaysInline);
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallBase>(&instruction)) call->removeFnAttr(Attribute::AlwaysInline);
  }
}

struct CheckPass : PassInfoMixin<CheckPass> {
  std::shared_ptr<Remarks> remarks;
  bool isBeforeLink;
  CheckPass(std::shared_ptr<Remarks> remarks, bool isBeforeLink)
      : remarks(std::move(remarks)), isBeforeLink(isBeforeLink) {}
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    placeAllChecks(module, optionsHere(), *remarks);
    if (isBeforeLink) allowCalls(module);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

struct DeferPass : PassInfoMixin<DeferPass> {
  std::shared_ptr<Remarks> remarks;
  explicit DeferPass(std::shared_ptr<Remarks> remarks) : remarks(std::move(remarks)) {}
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    deferChecks(module, optionsHere());
    allowCalls(module);
    remarks->print(errs());
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

// At the end of a link, for what was deferred until then.
struct DeferredCheckPass : PassInfoMixin<DeferredCheckPass> {
  std::shared_ptr<Remarks> remarks;
  explicit DeferredCheckPass(std::shared_ptr<Remarks> remarks) : remarks(std::move(remarks)) {}
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    if (!hasDeferredChecks(module)) return PreservedAnalyses::all();
    placeAllChecks(module, takeDeferredChecks(module), *remarks);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

struct StorePass : PassInfoMixin<StorePass> {
  PreservedAnalyses run(Function& function, FunctionAnalysisManager& manager) {
    if (!isMarked(function)) return PreservedAnalyses::all();
    // In a link there is no better moment before the vectoriser.
    if (hasDeferredChecks(*function.getParent())) keepUncheckedLoops(function, manager);
    keepConditionalStores(function, manager);
    return PreservedAnalyses::all();
  }
};

struct RangePass : PassInfoMixin<RangePass> {
  std::shared_ptr<Remarks> remarks;
  explicit RangePass(std::shared_ptr<Remarks> remarks) : remarks(std::move(remarks)) {}
  PreservedAnalyses run(Module& module, ModuleAnalysisManager& manager) {
    ModuleEffects effects(module);
    PlacementOptions options = optionsOf(module);
    Emitter emitter(module, options.tracing, options.remarking ? remarks.get() : nullptr);
    auto& functions = manager.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
    for (Function& function : module)
      if (isInstrumented(function) && isMarked(function)) {
        if (!withoutRanges && !options.perAccess) placeRanges(function, functions, effects, emitter);
        keepUncheckedLoops(function, functions);
        keepConditionalStores(function, functions);
      }
    return PreservedAnalyses::none();
  }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "StewardPlacement", LLVM_VERSION_STRING, [](PassBuilder& builder) {
            auto remarks = std::make_shared<Remarks>();
            builder.registerPipelineStartEPCallback(
                [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(MarkPass()); });
            builder.registerPeepholeEPCallback(
                [](FunctionPassManager& passes, OptimizationLevel) { passes.addPass(StorePass()); });
            // Each module goes through the first half of this once: at the end of its own compilation, or, when the
            // link optimises modules one by one, there. (Without optimisation there is nothing to wait for, nor a place
            // for a pass in every link.)
            auto isBeforeLink = [](ThinOrFullLTOPhase phase) {
              return phase == ThinOrFullLTOPhase::ThinLTOPreLink || phase == ThinOrFullLTOPhase::FullLTOPreLink;
            };
            auto isDeferred = [=](OptimizationLevel level, ThinOrFullLTOPhase phase) {
              return atLinkTime && isBeforeLink(phase) && level != OptimizationLevel::O0;
            };
            builder.registerOptimizerEarlyEPCallback(
                [=](ModulePassManager& passes, OptimizationLevel level, ThinOrFullLTOPhase phase) {
                  bool isLater = isDeferred(level, phase) && phase == ThinOrFullLTOPhase::ThinLTOPreLink;
                  if (level != OptimizationLevel::O0 && !isLater) passes.addPass(RangePass(remarks));
                });
            builder.registerOptimizerLastEPCallback(
                [=](ModulePassManager& passes, OptimizationLevel level, ThinOrFullLTOPhase phase) {
                  if (isDeferred(level, phase))
                    passes.addPass(DeferPass(remarks));
                  else if (phase == ThinOrFullLTOPhase::ThinLTOPostLink)
                    passes.addPass(DeferredCheckPass(remarks));
                  else
                    passes.addPass(CheckPass(remarks, isBeforeLink(phase)));
                });
            builder.registerFullLinkTimeOptimizationLastEPCallback(
                [=](ModulePassManager& passes, OptimizationLevel) { passes.addPass(DeferredCheckPass(remarks)); });
          }};
}
