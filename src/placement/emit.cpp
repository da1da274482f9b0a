#include "placement/emit.h"

#include "placement/remarks.h"
#include "runtime/abi.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace steward::placement {

Emitter::Emitter(Module& module, bool isTracing, Remarks* remarks)
    : module_(module), remarks_(remarks), context_(module.getContext()), voidType_(Type::getVoidTy(context_)),
      pointerType_(PointerType::getUnqual(context_)), int32_(Type::getInt32Ty(context_)),
      int64_(Type::getInt64Ty(context_)),
      siteAccessType_(StructType::get(context_, {pointerType_, pointerType_, int32_, int32_, int32_, int32_})),
      siteType_(StructType::get(context_, {int32_, int32_, pointerType_})), isTracing_(isTracing) {
  auto declare = [&](const char* name) {
    if (GlobalVariable* known = module.getGlobalVariable(name)) return known;
    return new GlobalVariable(module, int32_, false, GlobalValue::ExternalLinkage, nullptr, name, nullptr,
                              GlobalValue::InitialExecTLSModel);
  };
  epochVariable_ = declare("__steward_epoch");
  sharedVariable_ = declare("__steward_shared");
}

// Sites

Constant* Emitter::text(StringRef words) {
  if (words.empty()) return ConstantPointerNull::get(PointerType::getUnqual(context_));
  Constant*& known = texts_[words];
  if (!known) {
    Constant* letters = ConstantDataArray::getString(context_, words);
    auto* variable =
        new GlobalVariable(module_, letters->getType(), true, GlobalValue::PrivateLinkage, letters, "__steward_text");
    variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    known = variable;
  }
  return known;
}

// The accesses that the check stands for, each place once.
Constant* Emitter::siteOf(ArrayRef<Member> accesses, bool isWrite) {
  SmallVector<Constant*, 4> entries;
  DenseSet<std::tuple<const DISubprogram*, unsigned, unsigned, int64_t>> seen;
  for (const Member& access : accesses) {
    const DILocation* place = access.instruction->getDebugLoc();
    if (!place || !place->getLine()) continue;
    if (!seen.insert({place->getScope()->getSubprogram(), place->getLine(), place->getColumn(), access.offset}).second)
      continue;
    SmallString<128> file;
    StringRef name = place->getFilename(), folder = place->getDirectory();
    if (!name.starts_with("/") && !folder.empty()) (folder + "/").toVector(file);
    file += name;
    StringRef function;
    if (DISubprogram* program = place->getScope()->getSubprogram()) function = program->getName();
    auto number = [&](uint64_t value) { return ConstantInt::get(int32_, uint32_t(value)); };
    entries.push_back(ConstantStruct::get(siteAccessType_, {text(file), text(function), number(place->getLine()),
                                                            number(place->getColumn()), number(uint64_t(access.offset)),
                                                            number(access.bytes)}));
  }
  Constant* list = ConstantPointerNull::get(PointerType::getUnqual(context_));
  if (!entries.empty()) {
    Constant* values = ConstantArray::get(ArrayType::get(siteAccessType_, entries.size()), entries);
    list =
        new GlobalVariable(module_, values->getType(), true, GlobalValue::PrivateLinkage, values, "__steward_accesses");
  }
  uint32_t flags = isWrite ? runtime::siteIsWrite : 0;
  Constant* site =
      ConstantStruct::get(siteType_, {ConstantInt::get(int32_, entries.size()), ConstantInt::get(int32_, flags), list});
  return new GlobalVariable(module_, siteType_, true, GlobalValue::PrivateLinkage, site, "__steward_site");
}

// The epoch

void Emitter::beginFunction(Function& function) {
  function_ = &function;
  epochSlot_ = nullptr;
  function.addFnAttr("frame-pointer", "all"); // the runtime walks the stack by it
}

static Value* loadEpoch(IRBuilder<>& builder, GlobalVariable* variable) {
  Value* address = builder.CreateThreadLocalAddress(variable);
  return builder.CreateLoad(builder.getInt32Ty(), address, "steward.epoch");
}

Value* Emitter::epoch(IRBuilder<>& builder) {
  if (!epochSlot_) {
    IRBuilder<> entry(&*function_->getEntryBlock().getFirstInsertionPt());
    entry.SetCurrentDebugLocation(DebugLoc());
    epochSlot_ = entry.CreateAlloca(int32_, nullptr, "steward.epoch.slot");
  }
  return builder.CreateLoad(int32_, epochSlot_);
}

void Emitter::reloadEpochAfter(Instruction* instruction) {
  if (!epochSlot_) return;
  auto reload = [&](BasicBlock::iterator at) {
    IRBuilder<> builder(at->getParent(), at);
    builder.SetCurrentDebugLocation(DebugLoc());
    builder.CreateStore(loadEpoch(builder, epochVariable_), epochSlot_);
  };
  if (auto* invoke = dyn_cast<InvokeInst>(instruction)) {
    reload(invoke->getNormalDest()->getFirstInsertionPt());
    if (BasicBlock* unwind = invoke->getUnwindDest(); unwind->getFirstInsertionPt() != unwind->end())
      reload(unwind->getFirstInsertionPt());
    return;
  }
  if (!instruction->isTerminator()) reload(std::next(instruction->getIterator()));
}

void Emitter::finishFunction() {
  if (!epochSlot_) return;
  IRBuilder<> builder(epochSlot_->getParent(), std::next(epochSlot_->getIterator()));
  builder.SetCurrentDebugLocation(DebugLoc());
  builder.CreateStore(loadEpoch(builder, epochVariable_), epochSlot_);
  DominatorTree dominators(*function_);
  PromoteMemToReg({epochSlot_}, dominators);
  epochSlot_ = nullptr;
}

// Checks

CallInst* Emitter::callRuntime(IRBuilder<>& builder, const Twine& name, ArrayRef<Value*> arguments) {
  SmallVector<Type*, 9> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  FunctionCallee callee = module_.getOrInsertFunction(name.str(), FunctionType::get(voidType_, types, false));
  auto* function = cast<Function>(callee.getCallee());
  function->setCallingConv(CallingConv::PreserveMost);
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly()); // the shadow is no memory of the program
  CallInst* call = builder.CreateCall(callee, arguments);
  call->setCallingConv(CallingConv::PreserveMost);
  return call;
}

// What the cell of the word at the address says of the last write or of the last reads.
Value* Emitter::loadHalf(IRBuilder<>& builder, Value* address, bool isWordAligned, bool isWrite) {
  uint64_t mask = runtime::linearMask & (isWordAligned ? ~uint64_t(0) : ~uint64_t(7));
  Value* linear = builder.CreateAnd(builder.CreatePtrToInt(address, int64_), ConstantInt::get(int64_, mask));
  uint64_t offset = runtime::shadowOffset + (isWrite ? 0 : 4);
  Value* cell = builder.CreateIntToPtr(builder.CreateAdd(linear, ConstantInt::get(int64_, offset)), pointerType_);
  LoadInst* half = builder.CreateAlignedLoad(int32_, cell, Align(4));
  half->setAtomic(AtomicOrdering::Monotonic);
  half->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(context_, {}));
  return half;
}

static DebugLoc placeOf(const Check& check) {
  for (const Member& access : check.accesses)
    if (DebugLoc place = access.instruction->getDebugLoc(); place && place.getLine()) return place;
  return DebugLoc();
}

void Emitter::callCheck(IRBuilder<>& builder, const Check& check, Value* pointer) {
  SmallVector<Member, 4> members(check.accesses.begin(), check.accesses.end());
  for (Member& member : members) member.offset -= check.offset;
  Value *site = siteOf(members, check.isWrite), *bytes = ConstantInt::get(int64_, check.bytes);
  StringRef kind = check.isWrite ? "__steward_write" : "__steward_read";
  if (!isPowerOf2_64(check.bytes) || check.bytes > 8 || check.alignment < check.bytes) {
    callRuntime(builder, kind + Twine("_range"), {pointer, bytes, site});
    return;
  }
  if (isTracing_)
    callRuntime(builder, "__steward_trace_check", {pointer, bytes, ConstantInt::get(int32_, check.isWrite), site});
  callRuntime(builder, kind + Twine(check.bytes), {pointer, site});
}

// The comparisons of all checks are joined, and one branch, which is hardly ever taken, leads to the calls.
void Emitter::emit(Instruction* before, MutableArrayRef<Check> checks) {
  if (isTracing_) {
    for (Check& check : checks) {
      IRBuilder<> builder(before);
      builder.SetCurrentDebugLocation(placeOf(check));
      callCheck(builder, check, builder.CreatePtrAdd(check.base, ConstantInt::get(int64_, check.offset)));
    }
    return;
  }
  constexpr unsigned maxJoined = 4;
  for (size_t first = 0; first < checks.size(); first += maxJoined) {
    auto group = checks.slice(first, std::min<size_t>(maxJoined, checks.size() - first));
    IRBuilder<> builder(before);
    Value* any = nullptr;
    SmallVector<Value*, 4> pointers, conditions;
    SmallVector<SmallVector<Value*, 2>, 4> halves;
    Value* now = epoch(builder);
    for (Check& check : group) {
      if (remarks_) remarks_->note(before, check);
      builder.SetCurrentDebugLocation(placeOf(check));
      Value* pointer =
          check.offset ? builder.CreatePtrAdd(check.base, ConstantInt::get(int64_, check.offset)) : check.base;
      pointers.push_back(pointer);
      bool isAligned = check.alignment % 8 == 0;
      auto& words = halves.emplace_back();
      for (uint64_t at = 0; at < check.bytes; at += 8)
        words.push_back(loadHalf(builder, at ? builder.CreatePtrAdd(pointer, ConstantInt::get(int64_, at)) : pointer,
                                 isAligned, check.isWrite));
      // The last byte may lie in one word more than the steps of 8 have met.
      bool isWithin = isAligned || (check.bytes <= 8 && check.alignment >= check.bytes && isPowerOf2_64(check.bytes)) ||
                      (check.alignment == 4 && check.bytes % 8 == 4);
      if (!isWithin)
        words.push_back(loadHalf(builder, builder.CreatePtrAdd(pointer, ConstantInt::get(int64_, check.bytes - 1)),
                                 false, check.isWrite));
      Value* condition = nullptr;
      for (Value* half : words) {
        Value* differs = builder.CreateICmpNE(half, now);
        condition = condition ? builder.CreateOr(condition, differs) : differs;
      }
      conditions.push_back(condition);
      any = any ? builder.CreateOr(any, condition) : condition;
    }
    MDNode* unlikely = MDBuilder(context_).createUnlikelyBranchWeights();
    builder.SetCurrentDebugLocation(placeOf(group.front()));
    Instruction* slow = SplitBlockAndInsertIfThen(any, before->getIterator(), false, unlikely);
    for (size_t i = 0; i < group.size(); ++i) {
      Check& check = group[i];
      Instruction* at = slow;
      IRBuilder<> second(slow);
      second.SetCurrentDebugLocation(placeOf(check));
      // A word that many threads read is compared with the set of readers that this thread met last. Several checks:
      // only those that differ are made; one too many would be right, but it would cost.
      Value* condition = group.size() > 1 && check.isWrite ? conditions[i] : nullptr;
      // Four bytes of a word of which this thread has had just these: the half says so with the mark of their place.
      Value* ownHalf = nullptr;
      if (check.bytes == 4 && check.alignment >= 4) {
        Value* place = second.CreateAnd(second.CreateLShr(second.CreatePtrToInt(pointers[i], int64_), 2), 1);
        static_assert(runtime::lowPart == 1 && runtime::highPart == 2);
        ownHalf =
            second.CreateAdd(now, second.CreateAdd(second.CreateTrunc(place, int32_), ConstantInt::get(int32_, 1)));
      }
      if (check.isWrite && ownHalf) condition = second.CreateICmpNE(halves[i].front(), ownHalf);
      if (check.isWrite && ownHalf && group.size() > 1) condition = second.CreateAnd(condition, conditions[i]);
      if (!check.isWrite) {
        Value* shared = second.CreateLoad(int32_, second.CreateThreadLocalAddress(sharedVariable_));
        for (Value* half : halves[i]) {
          Value* differs = second.CreateAnd(second.CreateICmpNE(half, now), second.CreateICmpNE(half, shared));
          if (ownHalf) differs = second.CreateAnd(differs, second.CreateICmpNE(half, ownHalf));
          condition = condition ? second.CreateOr(condition, differs) : differs;
        }
      }
      if (condition) at = SplitBlockAndInsertIfThen(condition, slow->getIterator(), false);
      IRBuilder<> call(at);
      call.SetCurrentDebugLocation(placeOf(check));
      callCheck(call, check, pointers[i]);
    }
  }
}

void Emitter::emitRange(Instruction* before, Value* start, Value* bytes, bool isWrite, Instruction* access) {
  if (remarks_) remarks_->noteRange(before, start, bytes, isWrite);
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(access->getDebugLoc());
  callRuntime(builder, isWrite ? "__steward_write_range" : "__steward_read_range",
              {start, builder.CreateZExtOrTrunc(bytes, int64_), siteOf(Member{access}, isWrite)});
}

void Emitter::emitStrided(Instruction* before, const StridedCheck& check) {
  if (remarks_) remarks_->note(before, check);
  IRBuilder<> builder(before);
  for (Instruction* access : check.accesses)
    if (DebugLoc place = access->getDebugLoc()) {
      builder.SetCurrentDebugLocation(place);
      break;
    }
  SmallVector<Value*, 9> arguments{check.start, check.bytes};
  for (unsigned i = 0; i < 3; ++i) {
    bool isUsed = i < check.dimensions.size();
    arguments.push_back(isUsed ? check.dimensions[i].stride : ConstantInt::get(int64_, 0));
    arguments.push_back(isUsed ? check.dimensions[i].count : ConstantInt::get(int64_, 1));
  }
  SmallVector<Member, 4> members;
  for (Instruction* access : check.accesses) members.push_back({access});
  arguments.push_back(siteOf(members, check.isWrite));
  callRuntime(builder, check.isWrite ? "__steward_write_strided" : "__steward_read_strided", arguments);
}

void Emitter::traceAccess(Instruction* before, Value* pointer, Value* bytes, bool isWrite, Instruction* access) {
  if (!isTracing_) return;
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(access->getDebugLoc());
  callRuntime(builder, "__steward_trace_access",
              {pointer, builder.CreateZExtOrTrunc(bytes, int64_), ConstantInt::get(int32_, isWrite),
               siteOf(Member{access}, isWrite)});
}

void Emitter::emitVtableStore(Instruction* store) {
  IRBuilder<> builder(store);
  auto* vtable = cast<StoreInst>(store);
  callRuntime(builder, "__steward_vtable_store",
              {vtable->getPointerOperand(), vtable->getValueOperand(), siteOf(Member{store}, true)});
}

} // namespace steward::placement
