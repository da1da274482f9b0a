#include "frontend/llvm/dissolve.h"

#include "program/system_files.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace steward {

using namespace llvm;

namespace {

// A function of more instructions than this stays a function, and one that has grown to so many takes no more in.
constexpr unsigned mostInstructions = 150, mostInCaller = 6000;
// One that a constant argument decides the way of may have this many: most of it goes away.
constexpr unsigned mostWhenDecided = 1500;

class Dissolver {
public:
  Dissolver(Module& module, const KnownFunctions& known) : module_(module), known_(known) {
    PassBuilder().registerFunctionAnalyses(analyses_);
  }

  void run() {
    for (Function& f : module_)
      if (!f.isIntrinsic() && !f.doesNotThrow() && (f.isDeclaration() || known_.keep(f.getName())) &&
          known_.neverThrows(f.getName()))
        f.setDoesNotThrow();
    for (Function& f : module_)
      if (!f.isDeclaration()) prepare(f);
    removeUnused();
  }

private:
  // Callees first. A function that is under way when it is met again is recursive.
  void prepare(Function& f) {
    auto [it, isNew] = progress_.try_emplace(&f, UnderWay);
    if (!isNew) return;
    bool changed = false;
    // New calls come in with what is inlined, but those have been looked at in their own function.
    std::vector<CallBase*> calls;
    for (BasicBlock& block : f)
      for (Instruction& i : block)
        if (auto* call = dyn_cast<CallBase>(&i)) calls.push_back(call);
    unsigned size = f.getInstructionCount();
    for (CallBase* call : calls) {
      Function* callee = call->getCalledFunction();
      if (!callee || callee->isDeclaration()) continue;
      prepare(*callee);
      if (!isLibrary(*callee)) continue;
      if (size > mostInCaller || !mayDissolve(*callee)) continue;
      if (callee->getInstructionCount() > mostInstructions && !isDecided(*call)) continue;
      size += callee->getInstructionCount();
      InlineFunctionInfo info;
      changed |= InlineFunction(*call, info).isSuccess();
    }
    if (isLibrary(f)) changed |= assumeSuccess(f);
    if (changed) tidy(f);
    if (dropHandlers(f)) tidy(f);
    if (forwardKept(f)) tidy(f);
    if (takeInPredicates(f)) tidy(f);
    if (!f.doesNotThrow() && !f.isInterposable() &&
        none_of(instructions(f), [](Instruction& i) { return i.mayThrow(); }))
      f.setDoesNotThrow();
    progress_[&f] = Done;
  }

  // What a library does when there can be no more threads is left aside, as everywhere.
  bool assumeSuccess(Function& f) {
    bool changed = false;
    for (Instruction& i : instructions(f))
      if (auto* call = dyn_cast<CallBase>(&i))
        if (Function* callee = call->getCalledFunction();
            callee && call->getType()->isIntegerTy() && !call->use_empty() && known_.succeeds(callee->getName())) {
          call->replaceAllUsesWith(ConstantInt::get(call->getType(), 0));
          changed = true;
        }
    return changed;
  }

  // Calls that throw nothing need no handler.
  static bool dropHandlers(Function& f) {
    std::vector<InvokeInst*> safe;
    for (BasicBlock& block : f)
      if (auto* invoke = dyn_cast<InvokeInst>(block.getTerminator()); invoke && invoke->doesNotThrow())
        safe.push_back(invoke);
    for (InvokeInst* invoke : safe) changeToCall(invoke);
    return !safe.empty() && removeUnreachableBlocks(f);
  }

  bool mayDissolve(Function& f) {
    if (progress_.lookup(&f) != Done || f.isInterposable()) return false;
    auto [it, isNew] = mayDissolve_.try_emplace(&f, false);
    if (isNew)
      it->second =
          !known_.keep(f.getName()) && f.getInstructionCount() <= mostWhenDecided && isInlineViable(f).isSuccess();
    return it->second;
  }

  // Whether the callee chooses its way by an argument that is a number here.
  static bool isDecided(const CallBase& call) {
    for (const Argument& parameter : call.getCalledFunction()->args())
      if (isa<ConstantInt>(call.getArgOperand(parameter.getArgNo())) && decides(parameter, 0)) return true;
    return false;
  }
  static bool decides(const Value& value, unsigned depth) {
    return depth < 6 && any_of(
                            value.users(),
                            [&](const User* user) {
                              return isa<BranchInst, SwitchInst>(user) ||
                                     (isa<BinaryOperator, ICmpInst, CastInst>(user) && decides(*user, depth + 1));
                            });
  }

  static bool isLibrary(const Function& f) {
    if (f.getName().starts_with("_ZTW")) return true; // the compiler's accessor of a thread_local variable
    const DISubprogram* program = f.getSubprogram();
    if (!program || !program->getFile()) return false;
    if (program->isArtificial()) return true; // constructors and the like that nobody wrote
    SmallString<128> path(program->getFilename());
    if (!sys::path::is_absolute(path)) {
      path = program->getDirectory();
      sys::path::append(path, program->getFilename());
    }
    return isSystemFile(path);
  }

  // Locals into registers, and branches away that are decided by that.
  void tidy(Function& f) {
    for (unsigned round = 0; round < 3; ++round) {
      promote(f);
      if (!decideBranches(f)) break;
    }
    // What was put in starts and ends blocks where nothing branches.
    for (BasicBlock& block : make_early_inc_range(f)) MergeBlockIntoPredecessor(&block);
  }

  // A copy of so many bytes is one value that is read and written.
  static void splitCopies(Function& f) {
    std::vector<MemTransferInst*> small;
    for (Instruction& i : instructions(f))
      if (auto* copy = dyn_cast<MemTransferInst>(&i); copy && !copy->isVolatile())
        if (auto* length = dyn_cast<ConstantInt>(copy->getLength()))
          if (uint64_t bytes = length->getZExtValue(); bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8)
            small.push_back(copy);
    for (MemTransferInst* copy : small) {
      IRBuilder<> builder(copy);
      Type* type = builder.getIntNTy(static_cast<unsigned>(cast<ConstantInt>(copy->getLength())->getZExtValue() * 8));
      builder.CreateStore(builder.CreateLoad(type, copy->getRawSource()), copy->getRawDest());
      copy->eraseFromParent();
    }
  }

  void promote(Function& f) {
    splitCopies(f);
    // Accesses of other memory stay as they are, whether or not anything comes of them: reads count as volatile, and
    // copies as calls of something unknown.
    std::vector<LoadInst*> reads;
    std::vector<std::pair<CallBase*, Function*>> copies;
    for (BasicBlock& block : f)
      for (Instruction& i : block) {
        if (auto* load = dyn_cast<LoadInst>(&i); load && !load->isVolatile()) {
          if (isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand()))) continue;
          load->setVolatile(true);
          reads.push_back(load);
        } else if (auto* copy = dyn_cast<MemTransferInst>(&i)) {
          if (isPrivate(copy->getRawSource()) && isPrivate(copy->getRawDest())) continue;
          copies.push_back({copy, copy->getCalledFunction()});
        }
      }
    std::vector<Function*> standIns;
    for (auto& [copy, intrinsic] : copies) {
      standIns.push_back(Function::Create(intrinsic->getFunctionType(), Function::ExternalLinkage, "", module_));
      copy->setCalledFunction(standIns.back());
    }
    SROAPass(SROAOptions::PreserveCFG).run(f, analyses_);
    analyses_.invalidate(f, PreservedAnalyses::none());
    for (LoadInst* load : reads) load->setVolatile(false);
    for (auto& [copy, intrinsic] : copies) copy->setCalledFunction(intrinsic);
    for (Function* standIn : standIns) standIn->eraseFromParent();
  }

  // What a dissolved wait calls to see whether it is over: then it is seen here what that reads.
  //
  //   changed.wait(lock, [this] { return count > 0; });      while (!(count > 0)) changed.wait(lock);
  bool takeInPredicates(Function& f) {
    constexpr unsigned mostOfPredicate = 60;
    auto isWait = [&](const Instruction& i) {
      auto* call = dyn_cast<CallBase>(&i);
      return call && call->getCalledFunction() && known_.waits(call->getCalledFunction()->getName());
    };
    if (isLibrary(f) || none_of(instructions(f), isWait)) return false;
    std::vector<CallBase*> calls;
    for (Instruction& i : instructions(f)) {
      auto* call = dyn_cast<CallBase>(&i);
      Function* callee = call ? call->getCalledFunction() : nullptr;
      const DILocation* at = call ? call->getDebugLoc().get() : nullptr;
      if (!callee || callee == &f || callee->isDeclaration() || !at || !at->getInlinedAt()) continue;
      const DISubprogram* program = callee->getSubprogram();
      if (!program || program->getName() != "operator()" || callee->getInstructionCount() > mostOfPredicate) continue;
      prepare(*callee);
      if (mayDissolve(*callee)) calls.push_back(call);
    }
    bool changed = false;
    for (CallBase* call : calls) {
      InlineFunctionInfo info;
      changed |= InlineFunction(*call, info).isSuccess();
    }
    return changed;
  }

  // A pointer that is put in a local once is there as long as nobody else writes it: the mutex of a std::unique_lock
  // that a condition variable waits with.
  bool forwardKept(Function& f) {
    std::vector<AllocaInst*> locals;
    for (Instruction& i : f.getEntryBlock())
      if (auto* local = dyn_cast<AllocaInst>(&i)) locals.push_back(local);
    bool changed = false;
    std::optional<DominatorTree> dominators;
    for (AllocaInst* local : locals) {
      StoreInst* only = nullptr; // at the start of it
      std::vector<LoadInst*> reads;
      if (!findUses(*local, only, reads) || !only || reads.empty()) continue;
      if (!dominators) dominators.emplace(f);
      for (LoadInst* read : reads)
        if (dominators->dominates(only, read)) {
          read->replaceAllUsesWith(only->getValueOperand());
          read->eraseFromParent();
          changed = true;
        }
    }
    return changed;
  }
  bool findUses(AllocaInst& local, StoreInst*& only, std::vector<LoadInst*>& reads) const {
    const DataLayout& layout = module_.getDataLayout();
    bool isWaitedWith = false;
    std::vector<Value*> work{&local};
    while (!work.empty()) {
      Value* pointer = work.back();
      work.pop_back();
      APInt offset(64, 0);
      if (pointer->stripAndAccumulateConstantOffsets(layout, offset, true) != &local) return false;
      for (User* user : pointer->users()) {
        auto* call = dyn_cast<CallBase>(user);
        if (isa<GetElementPtrInst>(user)) {
          work.push_back(user);
        } else if (auto* store = dyn_cast<StoreInst>(user)) {
          if (store->getValueOperand() == pointer || store->isVolatile()) return false;
          if (offset.uge(8)) continue;
          if (only || offset != 0 || !store->getValueOperand()->getType()->isPointerTy()) return false;
          only = store;
        } else if (auto* load = dyn_cast<LoadInst>(user)) {
          if (offset == 0 && load->getType()->isPointerTy() && !load->isVolatile()) reads.push_back(load);
        } else if (call && call->getCalledFunction() && known_.waits(call->getCalledFunction()->getName())) {
          isWaitedWith = true;
        } else if (!cast<Instruction>(user)->isLifetimeStartOrEnd()) {
          return false;
        }
      }
    }
    return isWaitedWith;
  }

  // Whether the address is in a local that nothing else knows of.
  static bool isPrivate(const Value* address) {
    auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(address));
    if (!local) return false;
    std::vector<const Value*> work{local};
    while (!work.empty()) {
      const Value* pointer = work.back();
      work.pop_back();
      for (const Use& use : pointer->uses()) {
        const User* user = use.getUser();
        if (isa<GetElementPtrInst>(user))
          work.push_back(user);
        else if (auto* store = dyn_cast<StoreInst>(user);
                 store ? store->getValueOperand() == pointer : !isa<LoadInst, MemIntrinsic>(user))
          if (auto* marker = dyn_cast<IntrinsicInst>(user); !marker || !marker->isLifetimeStartOrEnd()) return false;
      }
    }
    return true;
  }

  bool decideBranches(Function& f) {
    const SimplifyQuery query(module_.getDataLayout());
    // Values that are constants by now; nothing is deleted, they only lose their uses.
    for (bool again = true; again;) {
      again = false;
      for (BasicBlock& block : f)
        for (Instruction& i : block) {
          if (i.use_empty()) continue;
          if (auto* hint = dyn_cast<IntrinsicInst>(&i); hint && hint->getIntrinsicID() == Intrinsic::expect) {
            i.replaceAllUsesWith(hint->getArgOperand(0));
            again = true;
            continue;
          }
          if (i.mayReadOrWriteMemory() || isa<CallBase>(i)) continue;
          if (auto* known = dyn_cast_or_null<Constant>(simplifyInstruction(&i, query))) {
            i.replaceAllUsesWith(known);
            again = true;
          }
        }
    }
    bool changed = false;
    for (BasicBlock& block : make_early_inc_range(f)) changed |= ConstantFoldTerminator(&block);
    return changed && removeUnreachableBlocks(f);
  }

  // Library functions that nothing refers to any more.
  void removeUnused() {
    for (bool again = true; again;) {
      again = false;
      for (Function& f : make_early_inc_range(module_))
        if (!f.isDeclaration() && f.use_empty() && f.isDiscardableIfUnused() && isLibrary(f)) {
          f.eraseFromParent();
          again = true;
        }
    }
  }

  enum Progress : uint8_t { Unseen, UnderWay, Done };

  Module& module_;
  KnownFunctions known_;
  FunctionAnalysisManager analyses_;
  DenseMap<const Function*, Progress> progress_;
  DenseMap<const Function*, bool> mayDissolve_;
};

} // namespace

void dissolveLibrary(Module& module, const KnownFunctions& known) { Dissolver(module, known).run(); }

} // namespace steward
