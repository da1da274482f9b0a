#include "frontend/llvm/openmp.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>

namespace steward {

using namespace llvm;

namespace {

// Of ident_t: the construct is `sections`.
constexpr uint64_t identSections = 0x400;
// Of sched_type, without its modifiers: chunks of rounds in turn, by any of the runtime's numbers for that.
bool isChunked(uint64_t schedule) { return schedule == 33 || schedule == 45; }
bool isDistribute(uint64_t schedule) { return schedule == 91 || schedule == 92; }
constexpr uint64_t withoutModifiers = 0xffff;
constexpr uint64_t dynamicSchedule = 35;

class Expression {
public:
  explicit Expression(Module& module) : module_(module), context_(module.getContext()) {}

  bool run() {
    std::vector<CallInst*> calls;
    bool isOpenMp = false;
    for (Function& callee : module_) {
      if (!callee.isDeclaration() || !(callee.getName().starts_with("__kmpc_") || callee.getName().starts_with("omp_")))
        continue;
      isOpenMp = true;
      for (User* user : callee.users())
        if (auto* call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &callee) calls.push_back(call);
    }
    for (CallInst* call : calls) express(*call);
    if (isOpenMp) passMaps();
    for (CallInst* call : dead_) {
      if (!call->use_empty()) call->replaceAllUsesWith(PoisonValue::get(call->getType()));
      call->eraseFromParent();
    }
    return isOpenMp;
  }

private:
  // The function that knows where the variables of a task are is handed to the task's body, which has no other caller.
  void passMaps() {
    for (Function& map : module_) {
      if (map.isDeclaration() || !map.getName().contains("omp_task_privates_map")) continue;
      for (User* user : map.users()) {
        auto* call = dyn_cast<CallInst>(user);
        Function* body = call ? call->getCalledFunction() : nullptr;
        if (!body || body->isDeclaration() || !body->hasOneUse()) continue;
        for (unsigned k = 0; k < call->arg_size() && k < body->arg_size(); ++k)
          if (call->getArgOperand(k) == &map) body->getArg(k)->replaceAllUsesWith(&map);
      }
    }
  }

  void express(CallInst& call) {
    StringRef name = call.getCalledFunction()->getName();
    auto matches = [&](StringRef stem) {
      return name.starts_with(stem) && is_contained({"4", "4u", "8", "8u"}, name.drop_front(stem.size()));
    };
    if (matches("__kmpc_for_static_init_"))
      staticLoop(call, 6);
    else if (matches("__kmpc_dist_for_static_init_"))
      staticLoop(call, 7);
    else if (matches("__kmpc_dispatch_next_"))
      dispatchLoop(call);
    else if (name == "__kmpc_single")
      single(call);
    else if (name == "__kmpc_master")
      replace(call, threadTest(&call, 0));
    else if (name == "__kmpc_masked")
      masked(call);
    else if (name == "__kmpc_reduce" || name == "__kmpc_reduce_nowait")
      reduction(call);
    else if (name == "__kmpc_fork_call")
      team(call);
    else if (name == "__kmpc_fork_teams")
      teams(call);
    else if (name == "__kmpc_omp_task_alloc" || name == "__kmpc_omp_target_task_alloc")
      taskMemory(call);
    else if (name == "__kmpc_end_taskgroup")
      endOfGroup(call);
  }

  void replace(CallInst& call, Value* by) {
    call.replaceAllUsesWith(by);
    dead_.push_back(&call);
  }

  FunctionCallee declare(const Twine& name, Type* result, ArrayRef<Type*> parameters, bool isVariadic = false) {
    SmallString<32> text;
    FunctionCallee callee =
        module_.getOrInsertFunction(name.toStringRef(text), FunctionType::get(result, parameters, isVariadic));
    cast<Function>(callee.getCallee())->setDoesNotThrow();
    return callee;
  }

  // A variable that stands for a place where one thread of a team gets.
  GlobalVariable* place(StringRef what, Instruction& at, const Twine& more = "") {
    unsigned line = at.getDebugLoc() ? at.getDebugLoc().getLine() : 0;
    return new GlobalVariable(module_, Type::getInt8Ty(context_), false, GlobalValue::PrivateLinkage,
                              ConstantInt::get(Type::getInt8Ty(context_), 0),
                              "omp " + what + more + " at line " + Twine(line));
  }

  Value* oneOf(IRBuilder<>& builder, GlobalVariable* place) {
    return builder.CreateCall(declare("__steward_omp_one", builder.getInt32Ty(), {builder.getPtrTy()}), {place});
  }

  Value* threadTest(Instruction* at, uint64_t number) {
    IRBuilder<> builder(at);
    // The same in all modules.
    std::string name = "omp thread " + std::to_string(number);
    GlobalVariable* variable = module_.getGlobalVariable(name);
    if (!variable)
      variable =
          new GlobalVariable(module_, builder.getInt8Ty(), false, GlobalValue::CommonLinkage, builder.getInt8(0), name);
    return oneOf(builder, variable);
  }

  static uint64_t identFlags(Value* ident) {
    auto* variable = dyn_cast<GlobalVariable>(ident->stripPointerCasts());
    auto* fields =
        variable && variable->hasInitializer() ? dyn_cast<ConstantStruct>(variable->getInitializer()) : nullptr;
    auto* flags = fields && fields->getNumOperands() > 1 ? dyn_cast<ConstantInt>(fields->getOperand(1)) : nullptr;
    return flags ? flags->getZExtValue() : 0;
  }

  static uint64_t numberOf(Value* value) {
    auto* number = dyn_cast<ConstantInt>(value);
    return number ? number->getZExtValue() : 0;
  }

  static bool isBarrier(const Instruction& i) {
    auto* call = dyn_cast<CallInst>(&i);
    Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee) return false;
    return StringSwitch<bool>(callee->getName())
        .Cases({"__kmpc_barrier", "__kmpc_cancel_barrier", "__kmpc_copyprivate"}, true)
        .Default(false);
  }

  // Whether a team may get to the place again while some of it have not left it yet.
  static bool isRepeated(Instruction& at) {
    bool isRegion = at.getFunction()->getName().contains("omp_outlined");
    SmallPtrSet<BasicBlock*, 16> seen;
    SmallVector<BasicBlock*, 16> work;
    auto goOn = [&](BasicBlock* block, BasicBlock::iterator from) {
      for (auto i = from; i != block->end(); ++i) {
        if (isBarrier(*i)) return false;
        if (&*i == &at || (isa<ReturnInst>(*i) && !isRegion)) return true;
      }
      for (BasicBlock* next : successors(block))
        if (seen.insert(next).second) work.push_back(next);
      return false;
    };
    if (goOn(at.getParent(), std::next(at.getIterator()))) return true;
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (goOn(block, block->begin())) return true;
    }
    return false;
  }

  // Where the rounds of a loop start: what the thread's variable holds, shared out.
  void share(CallInst& call, Value* lower, uint64_t schedule, Value* chunk) {
    IRBuilder<> builder(&call);
    Type* type = cast<AllocaInst>(lower->stripPointerCasts())->getAllocatedType();
    std::string name = "__steward_omp_share_" + std::to_string(type->getIntegerBitWidth());
    FunctionCallee callee = declare(name, type, {type, builder.getInt32Ty(), type});
    Value* wide = chunk && chunk->getType() != type ? builder.CreateZExtOrTrunc(chunk, type) : chunk;
    Value* first = builder.CreateLoad(type, lower);
    Value* start = builder.CreateCall(
        callee, {first, builder.getInt32(static_cast<uint32_t>(schedule)), wide ? wide : ConstantInt::get(type, 1)});
    builder.CreateStore(start, lower);
  }

  // Whoever made the last round writes what it left.
  void shareLast(CallInst& call, Value* last) {
    SmallVector<LoadInst*, 2> tests;
    for (User* user : last->stripPointerCasts()->users())
      if (auto* load = dyn_cast<LoadInst>(user)) tests.push_back(load);
    if (tests.empty()) return;
    bool again = isRepeated(call);
    GlobalVariable* variable = again ? nullptr : place("last round", call);
    for (LoadInst* load : tests) {
      IRBuilder<> builder(load);
      Value* isLast = again ? some(builder) : oneOf(builder, variable);
      load->replaceAllUsesWith(isLast);
      load->eraseFromParent();
    }
  }

  Value* some(IRBuilder<>& builder) {
    return builder.CreateCall(declare("__steward_omp_some", builder.getInt32Ty(), {}), {});
  }

  void staticLoop(CallInst& call, unsigned stride) {
    Value* lower = call.getArgOperand(4)->stripPointerCasts();
    uint64_t schedule = numberOf(call.getArgOperand(2)) & withoutModifiers;
    if (!isa<AllocaInst>(lower)) return;
    bool isSections = identFlags(call.getArgOperand(0)) & identSections;
    if (isSections) sections(call);
    if (isChunked(schedule)) goOnce(call, call.getArgOperand(stride));
    if (!isDistribute(schedule) || !startsTeam(*call.getFunction()))
      share(call, lower, schedule, call.getArgOperand(call.arg_size() - 1));
    shareLast(call, call.getArgOperand(3));
    dead_.push_back(&call);
  }

  // A loop over chunks: the block that goes on to the next chunk leaves the loop instead.
  void goOnce(CallInst& call, Value* stride) {
    DominatorTree dominators(*call.getFunction());
    BasicBlock* end = nullptr;
    SmallPtrSet<BasicBlock*, 16> seen;
    std::vector<BasicBlock*> work{call.getParent()};
    for (size_t n = 0; n < work.size() && !end; ++n) {
      for (Instruction& i : *work[n])
        if (auto* other = dyn_cast<CallInst>(&i);
            other && other->getCalledFunction() && other->getCalledFunction()->getName() == "__kmpc_for_static_fini")
          end = work[n];
      for (BasicBlock* next : successors(work[n]))
        if (seen.insert(next).second) work.push_back(next);
    }
    if (!end || !end->phis().empty()) return;
    for (User* user : stride->stripPointerCasts()->users()) {
      auto* load = dyn_cast<LoadInst>(user);
      auto* branch = load ? dyn_cast<BranchInst>(load->getParent()->getTerminator()) : nullptr;
      if (branch && branch->isUnconditional() && dominators.dominates(branch->getSuccessor(0), load->getParent()) &&
          branch->getSuccessor(0)->phis().empty())
        branch->setSuccessor(0, end);
    }
  }

  void dispatchLoop(CallInst& call) {
    Value* lower = call.getArgOperand(3)->stripPointerCasts();
    if (!isa<AllocaInst>(lower)) return;
    BasicBlock* block = call.getParent();
    auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    if (branch && branch->isConditional() && block->phis().empty()) {
      DominatorTree dominators(*call.getFunction());
      for (BasicBlock* before : SmallVector<BasicBlock*, 4>(predecessors(block)))
        if (dominators.dominates(block, before))
          before->getTerminator()->replaceSuccessorWith(block, branch->getSuccessor(1));
    }
    share(call, lower, dynamicSchedule, nullptr);
    shareLast(call, call.getArgOperand(2));
    replace(call, ConstantInt::get(call.getType(), 1));
  }

  // The cases of the switch over the number of the section.
  void sections(CallInst& call) {
    SmallPtrSet<BasicBlock*, 16> seen;
    std::vector<BasicBlock*> work{call.getParent()};
    SwitchInst* choice = nullptr;
    for (size_t n = 0; n < work.size() && !choice; ++n) {
      choice = dyn_cast<SwitchInst>(work[n]->getTerminator());
      for (BasicBlock* next : successors(work[n]))
        if (seen.insert(next).second) work.push_back(next);
    }
    if (!choice || isRepeated(call)) return;
    for (auto& section : choice->cases()) {
      BasicBlock* block = section.getCaseSuccessor();
      if (block == choice->getDefaultDest() || !block->getSinglePredecessor()) continue;
      IRBuilder<> builder(block, block->getFirstInsertionPt());
      builder.SetCurrentDebugLocation(call.getDebugLoc());
      auto callee = declare("__steward_omp_only_one", builder.getVoidTy(), {builder.getPtrTy()});
      builder.CreateCall(callee, {place("section ", call, Twine(section.getCaseValue()->getZExtValue() + 1))});
    }
  }

  void single(CallInst& call) {
    IRBuilder<> builder(&call);
    replace(call, isRepeated(call) ? some(builder) : oneOf(builder, place("single", call)));
  }

  void masked(CallInst& call) {
    IRBuilder<> builder(&call);
    auto* filter = dyn_cast<ConstantInt>(call.getArgOperand(2));
    replace(call, filter ? threadTest(&call, filter->getZExtValue()) : some(builder));
  }

  // Under the lock of reductions: one of three ways that all exclude each other.
  void reduction(CallInst& call) {
    IRBuilder<> builder(&call);
    auto callee = declare("__steward_omp_reduce", builder.getVoidTy(), {builder.getPtrTy()});
    builder.CreateCall(callee, {call.getArgOperand(6)});
    SmallVector<SwitchInst*, 1> ways;
    for (User* user : call.users())
      if (auto* way = dyn_cast<SwitchInst>(user)) ways.push_back(way);
    replace(call, ConstantInt::get(call.getType(), 1));
    for (SwitchInst* way : ways) ConstantFoldTerminator(way->getParent());
  }

  // A team of one is its creator.
  void team(CallInst& call) {
    auto* entry = dyn_cast<Function>(call.getArgOperand(2)->stripPointerCasts());
    CallInst* number = nullptr;
    for (Instruction* i = call.getPrevNode(); i && !number; i = i->getPrevNode())
      if (auto* before = dyn_cast<CallInst>(i); before && before->getCalledFunction()) {
        StringRef name = before->getCalledFunction()->getName();
        if (name.starts_with("__kmpc_fork")) break;
        if (name == "__kmpc_push_num_threads") number = before;
      }
    auto* one = number ? dyn_cast<ConstantInt>(number->getArgOperand(2)) : nullptr;
    if (entry && one && one->isOne()) callDirectly(call, *entry, 3);
  }

  // The teams of a league do what they share out by parallel regions of their own; then one team is as good as many.
  void teams(CallInst& call) {
    auto* entry = dyn_cast<Function>(call.getArgOperand(2)->stripPointerCasts());
    if (entry && startsTeam(*entry)) callDirectly(call, *entry, 3);
  }

  bool startsTeam(Function& function, unsigned depth = 0) {
    for (BasicBlock& block : function)
      for (Instruction& i : block)
        if (auto* call = dyn_cast<CallInst>(&i))
          if (Function* callee = call->getCalledFunction()) {
            if (callee->getName().starts_with("__kmpc_fork_call")) return true;
            if (depth < 2 && callee->getName().contains("omp_outlined") && startsTeam(*callee, depth + 1)) return true;
          }
    return false;
  }

  void callDirectly(CallInst& call, Function& entry, unsigned first) {
    IRBuilder<> builder(&call);
    IRBuilder<> atEntry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
    AllocaInst* number = atEntry.CreateAlloca(builder.getInt32Ty());
    builder.CreateStore(builder.getInt32(0), number);
    SmallVector<Value*, 8> arguments{number, number};
    for (unsigned k = first; k < call.arg_size(); ++k) arguments.push_back(call.getArgOperand(k));
    if (arguments.size() != entry.arg_size()) return;
    builder.CreateCall(&entry, arguments);
    dead_.push_back(&call);
  }

  // A task is a struct that begins with a pointer to what it shares; the runtime library makes both, and starts it.
  void taskMemory(CallInst& call) {
    auto* entry = dyn_cast<Function>(call.getArgOperand(5)->stripPointerCasts());
    if (!entry) return;
    IRBuilder<> builder(&call);
    auto memory = declare("__steward_omp_task_memory", builder.getPtrTy(), {builder.getInt64Ty()});
    Value* task = builder.CreateCall(memory, {call.getArgOperand(3)});
    Value* shared = builder.CreateCall(memory, {call.getArgOperand(4)});
    builder.CreateStore(shared, task);
    for (Function* user : {entry, call.getFunction()}) skipFirstMembers(*user);
    for (User* user : SmallVector<User*, 8>(call.users())) {
      auto* start = dyn_cast<CallInst>(user);
      Function* callee = start ? start->getCalledFunction() : nullptr;
      if (!callee) continue;
      StringRef name = callee->getName();
      if (name == "__kmpc_omp_task" || name == "__kmpc_omp_task_with_deps") {
        IRBuilder<> there(start);
        auto fork =
            declare("__steward_omp_task", there.getInt32Ty(), {there.getPtrTy(), there.getInt32Ty(), there.getPtrTy()});
        Function* run = name == "__kmpc_omp_task" ? entry : withDependences(*start, *entry);
        replace(*start, there.CreateCall(fork, {run, start->getArgOperand(1), task}));
      } else if (name.starts_with("__kmpc_taskloop")) {
        IRBuilder<> there(start);
        shareTasks(*entry, isGrouped(call) && isInOneThread(*start) ? place("last round", *start) : nullptr);
        auto fork = declare(isGrouped(call) ? "__steward_omp_taskloop" : "__steward_omp_taskloop_nogroup",
                            there.getVoidTy(), {there.getPtrTy(), there.getInt32Ty(), there.getPtrTy()});
        there.CreateCall(fork, {entry, start->getArgOperand(1), task});
        dead_.push_back(start);
      }
    }
    replace(call, task);
  }

  // The start of a task is what it begins with, on both sides: such steps are dropped elsewhere, too.
  static void skipFirstMembers(Function& function) {
    SmallVector<GetElementPtrInst*, 8> steps;
    for (BasicBlock& block : function)
      for (Instruction& i : block)
        if (auto* step = dyn_cast<GetElementPtrInst>(&i); step && step->hasAllZeroIndices())
          if (auto* type = dyn_cast<StructType>(step->getSourceElementType());
              type && type->hasName() && type->getName().contains("kmp_task_t"))
            steps.push_back(step);
    for (GetElementPtrInst* step : steps) {
      step->replaceAllUsesWith(step->getPointerOperand());
      step->eraseFromParent();
    }
  }

  static bool isCallOf(const Instruction& i, StringRef name) {
    auto* call = dyn_cast<CallInst>(&i);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
  }

  // Whether who makes the tasks waits for them: a group begins just before.
  static bool isGrouped(CallInst& call) {
    for (Instruction* i = call.getPrevNode(); i; i = i->getPrevNode()) {
      if (isCallOf(*i, "__kmpc_taskgroup")) return true;
      if (isCallOf(*i, "__kmpc_end_taskgroup")) return false;
    }
    return false;
  }

  // Whether only one thread of a team gets there: behind the test of a single, masked or master.
  static bool isInOneThread(CallInst& call) {
    DominatorTree dominators(*call.getFunction());
    for (BasicBlock& block : *call.getFunction()) {
      auto* branch = dyn_cast<BranchInst>(block.getTerminator());
      auto* test = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
      auto* asked = test ? dyn_cast<CallInst>(test->getOperand(0)) : nullptr;
      if (!asked || !asked->getCalledFunction() || !numberIsZero(test->getOperand(1))) continue;
      bool isOne = StringSwitch<bool>(asked->getCalledFunction()->getName())
                       .Cases({"__kmpc_single", "__kmpc_master", "__kmpc_masked"}, true)
                       .Cases({"__steward_omp_one", "__steward_omp_some"}, true)
                       .Default(false);
      BasicBlockEdge chosen(&block, branch->getSuccessor(test->getPredicate() == CmpInst::ICMP_NE ? 0 : 1));
      if (isOne && test->isEquality() && dominators.dominates(chosen, call.getParent())) return true;
    }
    return false;
  }

  static bool numberIsZero(Value* value) {
    auto* number = dyn_cast<ConstantInt>(value);
    return number && number->isZero();
  }

  // The rounds of a loop are shared out among its tasks, from the first parameter of 64 bits on. `last`: stands for the
  // task with the last round, of which there is one at a time, or null.
  void shareTasks(Function& entry, GlobalVariable* last) {
    for (BasicBlock& block : entry)
      for (Instruction& i : block) {
        auto* call = dyn_cast<CallInst>(&i);
        Function* body = call ? call->getCalledFunction() : nullptr;
        if (!body || body->isDeclaration() || !body->getName().contains("omp_outlined")) continue;
        if (body->getName().contains("debug__") || !callsBody(*body)) {
          shareFirst(*body, last);
          continue;
        }
        shareTasks(*body, last);
      }
  }

  static bool callsBody(Function& function) {
    for (BasicBlock& block : function)
      for (Instruction& i : block)
        if (auto* call = dyn_cast<CallInst>(&i);
            call && call->getCalledFunction() && call->getCalledFunction()->getName().contains("omp_outlined_debug__"))
          return true;
    return false;
  }

  void shareFirst(Function& body, GlobalVariable* last) {
    for (Argument& argument : body.args()) {
      if (!argument.getType()->isIntegerTy(64)) continue;
      IRBuilder<> builder(&*body.getEntryBlock().getFirstInsertionPt());
      constexpr unsigned lastAt = 3; // behind the first round, the last, and the step
      unsigned number = argument.getArgNo() + lastAt;
      if (last && number < body.arg_size() && body.getArg(number)->getType()->isIntegerTy(32))
        testLast(*body.getArg(number), last);
      Type* type = argument.getType();
      auto callee = declare("__steward_omp_share_64", type, {type, builder.getInt32Ty(), type});
      auto* first = builder.CreateCall(
          callee, {&argument, builder.getInt32(static_cast<uint32_t>(dynamicSchedule)), ConstantInt::get(type, 1)});
      argument.replaceUsesWithIf(first, [&](Use& use) { return use.getUser() != first; });
      return;
    }
  }

  // Tested where it is looked at: at the start of the function, all of it would be for one only.
  void testLast(Argument& isLast, GlobalVariable* last) {
    SmallVector<LoadInst*, 2> tests;
    for (User* user : isLast.users())
      if (auto* store = dyn_cast<StoreInst>(user))
        for (User* other : store->getPointerOperand()->users())
          if (auto* load = dyn_cast<LoadInst>(other)) tests.push_back(load);
    for (LoadInst* load : tests) {
      IRBuilder<> builder(load);
      FunctionCallee test = declare("__steward_omp_last_task", builder.getInt32Ty(), {builder.getPtrTy()});
      load->replaceAllUsesWith(builder.CreateCall(test, {last}));
      load->eraseFromParent();
    }
  }

  // Tasks that depend on one variable exclude each other if one of them may write it, whichever comes first: each of
  // them has a lock of that variable's while it runs. Elements that a variable picks are left out.
  Function* withDependences(CallInst& start, Function& entry) {
    const DataLayout& layout = module_.getDataLayout();
    auto offsetIn = [&](Value* pointer) {
      APInt offset(64, 0);
      Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
      return std::pair(base, offset.getSExtValue());
    };
    Value* list = offsetIn(start.getArgOperand(4)).first;
    constexpr int64_t infoSize = 24, kindAt = 16;
    std::map<int64_t, std::pair<Value*, uint64_t>> dependences; // by where the entry of the list starts
    for (Instruction* i = start.getPrevNode(); i; i = i->getPrevNode()) {
      auto* store = dyn_cast<StoreInst>(i);
      if (!store) continue;
      auto [base, offset] = offsetIn(store->getPointerOperand());
      if (base != list || offset < 0) continue;
      auto& known = dependences[offset / infoSize];
      if (offset % infoSize == 0 && !known.first) known.first = store->getValueOperand();
      if (offset % infoSize == kindAt && !known.second) known.second = numberOf(store->getValueOperand());
    }
    std::vector<std::pair<GlobalVariable*, bool>> locks;
    for (auto& [where, dependence] : dependences) {
      auto* address = dyn_cast_or_null<Operator>(dependence.first);
      if (!address || address->getOpcode() != Instruction::PtrToInt || !dependence.second) continue;
      if (GlobalVariable* lock = dependenceLock(offsetIn(address->getOperand(0)), *start.getFunction()))
        locks.push_back({lock, dependence.second == 1});
    }
    if (locks.empty()) return &entry;
    Function* run =
        Function::Create(entry.getFunctionType(), GlobalValue::InternalLinkage, entry.getName() + ".depend", module_);
    IRBuilder<> builder(BasicBlock::Create(context_, "", run));
    for (auto [lock, isRead] : locks)
      builder.CreateCall(declare(isRead ? "__steward_omp_depend_in" : "__steward_omp_depend_out", builder.getVoidTy(),
                                 {builder.getPtrTy()}),
                         {lock});
    SmallVector<Value*, 2> arguments;
    for (Argument& argument : run->args()) arguments.push_back(&argument);
    builder.CreateRet(builder.CreateCall(&entry, arguments));
    return run;
  }

  // One for each variable: a global one, a local one, or one that a local pointer always leads to.
  GlobalVariable* dependenceLock(std::pair<Value*, int64_t> address, Function& function) {
    auto [base, offset] = address;
    if (auto* load = dyn_cast<LoadInst>(base)) base = load->getPointerOperand();
    bool isLocal = isa<AllocaInst>(base) || isa<Argument>(base);
    if (!isLocal && !isa<GlobalVariable>(base)) return nullptr;
    // A pointer that changes leads to another variable each time.
    if (base != address.first && count_if(base->users(), [](User* u) { return isa<StoreInst>(u); }) > 1) return nullptr;
    auto& lock = dependenceLocks_[{base, offset, base != address.first}];
    if (!lock)
      lock = new GlobalVariable(module_, Type::getInt8Ty(context_), false, GlobalValue::PrivateLinkage,
                                ConstantInt::get(Type::getInt8Ty(context_), 0),
                                "omp depend " + (isLocal ? function.getName() : base->getName()));
    return lock;
  }

  // The end of a group also ends, as far as can be told, tasks that were made before it: when there are such, it ends
  // none.
  void endOfGroup(CallInst& call) {
    Instruction* begin = nullptr;
    int open = 0;
    // Groups are blocks of the source: going back, begins and ends are paired.
    for (Instruction* i = call.getPrevNode(); i && !begin; i = i->getPrevNode()) {
      if (isCallOf(*i, "__kmpc_end_taskgroup")) ++open;
      if (isCallOf(*i, "__kmpc_taskgroup") && open-- == 0) begin = i;
    }
    if (!begin) return;
    SmallPtrSet<BasicBlock*, 16> seen;
    SmallVector<BasicBlock*, 16> work;
    auto goBack = [&](BasicBlock* block, BasicBlock::iterator from) {
      for (auto i = from; i != block->begin();) {
        --i;
        if (isCallOf(*i, "__kmpc_omp_taskwait") || isBarrier(*i)) return false;
        if (isCallOf(*i, "__kmpc_omp_task") || isCallOf(*i, "__kmpc_omp_task_with_deps") ||
            isCallOf(*i, "__steward_omp_task"))
          return true;
      }
      for (BasicBlock* before : predecessors(block))
        if (seen.insert(before).second) work.push_back(before);
      return false;
    };
    bool hasEarlier = goBack(begin->getParent(), begin->getIterator());
    while (!work.empty() && !hasEarlier) {
      BasicBlock* block = work.pop_back_val();
      hasEarlier = goBack(block, block->end());
    }
    if (hasEarlier) dead_.push_back(&call);
  }

  Module& module_;
  LLVMContext& context_;
  std::map<std::tuple<Value*, int64_t, bool>, GlobalVariable*> dependenceLocks_;
  std::vector<CallInst*> dead_;
};

} // namespace

bool expressOpenMp(Module& module) { return Expression(module).run(); }

// Tasks ask a function of the compiler's where their variables are.
static void inlineMaps(Module& module) {
  for (Function& map : module) {
    if (map.isDeclaration() || !map.getName().contains("omp_task_privates_map")) continue;
    for (User* user : SmallVector<User*, 2>(map.users())) {
      InlineFunctionInfo info;
      if (auto* call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &map)
        (void)InlineFunction(*call, info);
    }
  }
}

void expressThreadTests(Module& module) {
  inlineMaps(module);
  Function* number = module.getFunction("omp_get_thread_num");
  if (!number) return;
  std::vector<ICmpInst*> tests;
  for (User* user : number->users())
    if (auto* call = dyn_cast<CallInst>(user))
      for (User* use : call->users())
        if (auto* test = dyn_cast<ICmpInst>(use); test && test->isEquality() && isa<ConstantInt>(test->getOperand(1)))
          tests.push_back(test);
  for (ICmpInst* test : tests) {
    std::string name = "omp thread " + std::to_string(cast<ConstantInt>(test->getOperand(1))->getZExtValue());
    IRBuilder<> builder(test);
    GlobalVariable* variable = module.getGlobalVariable(name);
    if (!variable)
      variable =
          new GlobalVariable(module, builder.getInt8Ty(), false, GlobalValue::CommonLinkage, builder.getInt8(0), name);
    auto callee = module.getOrInsertFunction("__steward_omp_one", builder.getInt32Ty(), builder.getPtrTy());
    Value* isThread = builder.CreateCall(callee, {variable});
    Value* result =
        builder.CreateICmp(test->getPredicate() == ICmpInst::ICMP_EQ ? ICmpInst::ICMP_NE : ICmpInst::ICMP_EQ, isThread,
                           builder.getInt32(0));
    test->replaceAllUsesWith(result);
    test->eraseFromParent();
  }
}

} // namespace steward
