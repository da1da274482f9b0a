#include "placement/emit.h"

#include "placement/remarks.h"
#include "runtime/abi.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
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
  epochVariable_ = threadLocal("__steward_epoch");
  sharedVariable_ = threadLocal("__steward_shared");
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

// The epoch, and the set of readers

GlobalVariable* Emitter::threadLocal(StringRef name) {
  if (GlobalVariable* known = module_.getGlobalVariable(name)) return known;
  return new GlobalVariable(module_, int32_, false, GlobalValue::ExternalLinkage, nullptr, name, nullptr,
                            GlobalValue::InitialExecTLSModel);
}

Value* Emitter::loadThreadLocal(IRBuilder<>& builder, GlobalVariable* variable) {
  return builder.CreateLoad(int32_, builder.CreateThreadLocalAddress(variable));
}

AllocaInst* Emitter::makeSlot(StringRef name) {
  IRBuilder<> entry(&*function_->getEntryBlock().getFirstInsertionPt());
  entry.SetCurrentDebugLocation(DebugLoc());
  return entry.CreateAlloca(int32_, nullptr, name);
}

void Emitter::beginFunction(Function& function) {
  function_ = &function;
  epochSlot_ = sharedSlot_ = stackSlot_ = nullptr;
  function.addFnAttr("frame-pointer", "all"); // the runtime walks the stack by it
}

Value* Emitter::epoch(IRBuilder<>& builder) {
  if (!epochSlot_) epochSlot_ = makeSlot("steward.epoch");
  return builder.CreateLoad(int32_, epochSlot_);
}

Value* Emitter::sharedSet(IRBuilder<>& builder) {
  if (!sharedSlot_) sharedSlot_ = makeSlot("steward.shared");
  return builder.CreateLoad(int32_, sharedSlot_);
}

void Emitter::reloadSharedSet(IRBuilder<>& builder) {
  if (sharedSlot_) builder.CreateStore(loadThreadLocal(builder, sharedVariable_), sharedSlot_);
}

// Where the runtime keeps the number of this call's stack; 0: it has not been asked for. None while functions may still
// be inlined into others, where inlineRange() puts it in later; nor in a coroutine that is not split yet, which others
// go on with.
Value* Emitter::stack() {
  if (!function_ || function_->isPresplitCoroutine()) return ConstantPointerNull::get(PointerType::getUnqual(context_));
  if (!stackSlot_) {
    IRBuilder<> entry(&*function_->getEntryBlock().getFirstInsertionPt());
    entry.SetCurrentDebugLocation(DebugLoc());
    stackSlot_ = entry.CreateAlloca(int32_, nullptr, "steward.stack");
    // It alone is no reason for -fstack-protector-strong to guard the function.
    stackSlot_->setMetadata("stack-protector",
                            MDNode::get(context_, ConstantAsMetadata::get(ConstantInt::get(int32_, 0))));
    entry.CreateStore(ConstantInt::get(int32_, 0), stackSlot_);
  }
  return stackSlot_;
}

void Emitter::reloadEpochAfter(Instruction* instruction) {
  if (!epochSlot_) return;
  auto reload = [&](BasicBlock::iterator at) {
    IRBuilder<> builder(at->getParent(), at);
    builder.SetCurrentDebugLocation(DebugLoc());
    builder.CreateStore(loadThreadLocal(builder, epochVariable_), epochSlot_);
    reloadSharedSet(builder);
  };
  if (auto* invoke = dyn_cast<InvokeInst>(instruction)) {
    reload(invoke->getNormalDest()->getFirstInsertionPt());
    if (BasicBlock* unwind = invoke->getUnwindDest(); unwind->getFirstInsertionPt() != unwind->end())
      reload(unwind->getFirstInsertionPt());
    return;
  }
  if (auto* jump = dyn_cast<CallBrInst>(instruction))
    for (BasicBlock* next : successors(jump)) reload(next->getFirstInsertionPt());
  if (!instruction->isTerminator()) reload(std::next(instruction->getIterator()));
}

void Emitter::finishFunction() {
  SmallVector<AllocaInst*, 2> slots;
  for (auto [slot, variable] : {std::pair(epochSlot_, epochVariable_), std::pair(sharedSlot_, sharedVariable_)}) {
    if (!slot) continue;
    IRBuilder<> builder(slot->getParent(), std::next(slot->getIterator()));
    builder.SetCurrentDebugLocation(DebugLoc());
    builder.CreateStore(loadThreadLocal(builder, variable), slot);
    slots.push_back(slot);
  }
  if (slots.empty()) return;
  DominatorTree dominators(*function_);
  PromoteMemToReg(slots, dominators);
  epochSlot_ = sharedSlot_ = nullptr;
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

CallInst* Emitter::callWithStack(IRBuilder<>& builder, const Twine& name, SmallVector<Value*, 4> arguments) {
  arguments.push_back(stack());
  CallInst* call = callRuntime(builder, name, arguments);
  Function* function = call->getCalledFunction();
  function->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly()); // the number's, that is
  for (unsigned i = 0; i < arguments.size(); ++i) {
    if (!arguments[i]->getType()->isPointerTy()) continue;
    function->addParamAttr(i, Attribute::getWithCaptureInfo(context_, CaptureInfo::none()));
    if (i + 1 < arguments.size()) function->addParamAttr(i, Attribute::ReadNone);
  }
  return call;
}

// Where the cell of the word at the address is.
Value* Emitter::cellOf(IRBuilder<>& builder, Value* address, bool isWordAligned) {
  uint64_t mask = runtime::linearMask & (isWordAligned ? ~uint64_t(0) : ~uint64_t(7));
  Value* linear = builder.CreateAnd(builder.CreatePtrToInt(address, int64_), ConstantInt::get(int64_, mask));
  return builder.CreateIntToPtr(builder.CreateAdd(linear, ConstantInt::get(int64_, runtime::shadowOffset)),
                                pointerType_);
}

void Emitter::prefetchCell(CallInst* prefetch) {
  IRBuilder<> builder(prefetch);
  Value* cell = cellOf(builder, prefetch->getArgOperand(0), false);
  auto* clone = cast<CallInst>(prefetch->clone());
  clone->setArgOperand(0, cell);
  builder.Insert(clone);
}

// What a cell says of the last write or of the last reads.
Value* Emitter::loadHalf(IRBuilder<>& builder, Value* cell, int64_t distance, bool isWrite) {
  Value* at = builder.CreatePtrAdd(cell, ConstantInt::get(int64_, uint64_t(distance + (isWrite ? 0 : 4))));
  LoadInst* half = builder.CreateAlignedLoad(int32_, at, Align(4));
  half->setAtomic(AtomicOrdering::Monotonic);
  half->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(context_, {}));
  return half;
}

static DebugLoc placeOf(const Check& check) {
  for (const Member& access : check.accesses)
    if (DebugLoc place = access.instruction->getDebugLoc(); place && place.getLine()) return place;
  return DebugLoc();
}

void Emitter::callCheck(IRBuilder<>& builder, const Check& check) {
  Value* pointer = builder.CreatePtrAdd(check.base, ConstantInt::get(int64_, uint64_t(check.offset)));
  SmallVector<Member, 4> members(check.accesses.begin(), check.accesses.end());
  for (Member& member : members) member.offset -= check.offset;
  Value *site = siteOf(members, check.isWrite), *bytes = ConstantInt::get(int64_, check.bytes);
  StringRef kind = check.isWrite ? "__steward_write" : "__steward_read";
  if (!isPowerOf2_64(check.bytes) || check.bytes > 8 || check.alignment < check.bytes) {
    callWithStack(builder, kind + Twine("_range"), {pointer, bytes, site});
    return;
  }
  if (isTracing_)
    callRuntime(builder, "__steward_trace_check", {pointer, bytes, ConstantInt::get(int32_, check.isWrite), site});
  callWithStack(builder, kind + Twine(check.bytes), {pointer, site});
}

// The mark of a half that speaks of all of these bytes of a word, though not of the word; 0: none does.
static uint32_t partOf(int64_t from, int64_t to) {
  return to <= 4 ? runtime::lowPart : from >= 4 ? runtime::highPart : 0;
}

// The same bytes as a constant, one bit for each; null: all of the word.
Value* Emitter::bytesOf(int64_t from, int64_t to) const {
  uint64_t mask = (0xffu >> (8 - std::min<int64_t>(to, 8))) & (0xffu << std::max<int64_t>(from, 0));
  return mask == 0xff ? nullptr : ConstantInt::get(int64_, mask);
}

// The bytes, one bit for each, at the start's place in its word: those of that word, and above these those of the next.
Value* Emitter::spreadBytes(IRBuilder<>& builder, Value* start, Value* bytes) {
  return builder.CreateShl(bytes,
                           builder.CreateAnd(builder.CreatePtrToInt(start, int64_), ConstantInt::get(int64_, 7)));
}

// The cells of words at known distances from an aligned pointer are at the same distances from the pointer's own cell.
// All checks of a group are made or none, so what one says of the alignment holds for the others.
void Emitter::loadHalves(IRBuilder<>& builder, ArrayRef<Check> group, SmallVectorImpl<Comparison>& comparisons) {
  SmallPtrSet<Value*, 4> aligned;
  for (const Check& check : group)
    if (check.alignment % 8 == 0 && check.offset % 8 == 0) aligned.insert(check.base);
  DenseMap<Value*, Value*> cells;
  DenseMap<std::tuple<Value*, int64_t, unsigned>, Value*> loaded;
  for (const Check& check : group) {
    builder.SetCurrentDebugLocation(placeOf(check));
    auto load = [&](Value* cell, int64_t distance, uint32_t part, Value* bytes, std::optional<unsigned> spread) {
      Value*& half = loaded[{cell, distance, check.isWrite}];
      if (!half) half = loadHalf(builder, cell, distance, check.isWrite);
      Value* at = distance ? builder.CreatePtrAdd(cell, ConstantInt::get(int64_, uint64_t(distance))) : cell;
      comparisons.push_back({&check, half, part, nullptr, at, bytes, spread});
    };
    if (aligned.contains(check.base)) {
      Value*& cell = cells[check.base];
      if (!cell) cell = cellOf(builder, check.base, true);
      int64_t end = check.offset + int64_t(check.bytes);
      for (int64_t word = check.offset & ~int64_t(7); word < end; word += 8)
        load(cell, word, partOf(check.offset - word, end - word), bytesOf(check.offset - word, end - word), {});
      continue;
    }
    auto loadAt = [&](uint64_t byte, bool isAligned, uint32_t part, Value* bytes, std::optional<unsigned> spread) {
      Value* address = builder.CreatePtrAdd(check.base, ConstantInt::get(int64_, check.offset + int64_t(byte)));
      load(cellOf(builder, address, isAligned), 0, part, bytes, spread);
      return address;
    };
    bool isAligned = check.alignment % 8 == 0;
    bool isInHalf = check.bytes <= 4 && check.alignment >= check.bytes && isPowerOf2_64(check.bytes);
    bool isSpread = !isAligned && check.bytes <= 8;
    for (uint64_t at = 0; at < check.bytes; at += 8) {
      auto rest = int64_t(check.bytes - at);
      Value* address = loadAt(at, isAligned, isAligned ? partOf(0, rest) : 0, isAligned ? bytesOf(0, rest) : nullptr,
                              isSpread ? std::optional(0u) : std::nullopt);
      if (isInHalf && !isAligned) comparisons.back().address = address;
    }
    // The last byte may lie in one word more than the steps of 8 have met.
    bool isWithin = isAligned || isInHalf || (check.alignment == 4 && check.bytes % 8 == 4);
    if (!isWithin) loadAt(check.bytes - 1, false, 0, nullptr, isSpread ? std::optional(8u) : std::nullopt);
  }
}

// Not 0 if the half is neither the epoch, but for these marks (or null), nor the set of readers that the thread met
// last. Which of the two it is cannot be foreseen where threads read the same: so a product, and no branch.
//
// A set may speak of the lower part of a word, too. (With the mark of the upper one it could be something else: the
// high half of a span's cell has both marks.)
Value* Emitter::differingBits(IRBuilder<>& builder, Value* half, const Known& known, Value* marks) {
  Value* bits = builder.CreateXor(half, known.now);
  if (marks) bits = builder.CreateAnd(bits, builder.CreateNot(marks));
  bits = builder.CreateZExt(bits, int64_);
  if (!known.shared) return bits;
  Value* ofSet = builder.CreateXor(half, known.shared);
  if (auto* part = dyn_cast_or_null<ConstantInt>(marks); part && part->equalsInt(runtime::lowPart))
    ofSet = builder.CreateAnd(ofSet, builder.CreateNot(marks));
  return builder.CreateMul(bits, builder.CreateZExt(ofSet, int64_));
}

// Whether the cell is of the current span, and speaks of the bytes (span_cell.h). Which bytes these are, if it depends
// on the address, is worked out here, where the program seldom comes, and not beside the first comparison.
Value* Emitter::isInSpan(IRBuilder<>& builder, const Comparison& comparison, const Known& known) {
  Value* bytes = comparison.bytes;
  if (comparison.spread) {
    const Check& check = *comparison.check;
    Value* start = builder.CreatePtrAdd(check.base, ConstantInt::get(int64_, uint64_t(check.offset)));
    Value* few = spreadBytes(builder, start, ConstantInt::get(int64_, (uint64_t(1) << check.bytes) - 1));
    bytes = builder.CreateLShr(few, ConstantInt::get(int64_, *comparison.spread));
  }
  LoadInst* cell = builder.CreateAlignedLoad(int64_, comparison.cell, Align(8));
  cell->setAtomic(AtomicOrdering::Monotonic);
  cell->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(context_, {}));
  Value* span = builder.CreateOr(known.now, ConstantInt::get(int32_, runtime::spanMarks));
  Value* isSpan = builder.CreateICmpEQ(builder.CreateTrunc(cell, int32_), span);
  unsigned at = comparison.check->isWrite ? runtime::spanWrittenAt : runtime::spanReadAt;
  Value* missing = builder.CreateAnd(builder.CreateShl(bytes, ConstantInt::get(int64_, at)), builder.CreateNot(cell));
  if (at + 8 < 64) missing = builder.CreateAnd(missing, ConstantInt::get(int64_, uint64_t(0xff) << at));
  return builder.CreateAnd(isSpan, builder.CreateIsNull(missing));
}

// Whether a check is to be made, once it is known that one of its group is. More exact than the comparison of all:
// which four bytes of a word a check is of, is looked at here only, unless the code tells. What was compared alone and
// just so needs no second look.
Value* Emitter::isToBeMade(IRBuilder<>& builder, ArrayRef<Comparison> comparisons, const Check& check,
                           const Known& known) {
  Value* differs = nullptr;
  for (const Comparison& comparison : comparisons) {
    if (comparison.check != &check) continue;
    Value* marks = comparison.part ? ConstantInt::get(int32_, comparison.part) : nullptr;
    if (comparison.address) {
      Value* isHigh = builder.CreateAnd(
          builder.CreateLShr(builder.CreatePtrToInt(comparison.address, int64_), ConstantInt::get(int64_, 2)),
          ConstantInt::get(int64_, 1));
      static_assert(runtime::highPart == runtime::lowPart + 1);
      marks = builder.CreateAdd(builder.CreateTrunc(isHigh, int32_), ConstantInt::get(int32_, runtime::lowPart));
    }
    bool isCompared = comparisons.size() == 1 && !comparison.address;
    Value* isNew = nullptr;
    if (!isCompared)
      isNew = builder.CreateIsNotNull(
          differingBits(builder, comparison.half, check.isWrite ? Known{known.now, nullptr} : known, marks));
    if (comparison.bytes || comparison.spread) {
      Value* isNewInSpan = builder.CreateNot(isInSpan(builder, comparison, known));
      isNew = isNew ? builder.CreateAnd(isNew, isNewInSpan) : isNewInSpan;
    }
    differs = differs ? builder.CreateOr(differs, isNew) : isNew;
  }
  // A thread that is not known yet comes to be by any check. Its epoch is 0, and so may be a half that another of the
  // group has led here; a single one that has is not.
  return comparisons.size() == 1 ? differs : builder.CreateOr(differs, builder.CreateIsNull(known.now));
}

// The comparisons of all checks are joined, and one branch, which is hardly ever taken, leads to the calls.
void Emitter::emit(Instruction* before, MutableArrayRef<Check> checks, bool isRepeated) {
  if (isTracing_) {
    for (const Check& check : checks) {
      IRBuilder<> builder(before);
      builder.SetCurrentDebugLocation(placeOf(check));
      callCheck(builder, check);
    }
    return;
  }
  constexpr unsigned maxJoined = 4;
  for (size_t first = 0; first < checks.size(); first += maxJoined) {
    auto group = checks.slice(first, std::min<size_t>(maxJoined, checks.size() - first));
    if (remarks_)
      for (const Check& check : group) remarks_->note(before, check);
    IRBuilder<> builder(before);
    SmallVector<Comparison, 8> comparisons;
    bool hasReads = any_of(group, [](const Check& check) { return !check.isWrite; });
    Known found{epoch(builder), isRepeated && hasReads ? sharedSet(builder) : nullptr};
    Value* differs = nullptr;
    loadHalves(builder, group, comparisons);
    builder.SetCurrentDebugLocation(placeOf(group.front()));
    // Each half once, with a mark that suits all that it is compared for.
    DenseMap<Value*, uint32_t> parts;
    for (const Comparison& comparison : comparisons) {
      auto [known, isNew] = parts.try_emplace(comparison.half, comparison.part);
      if (!isNew) known->second &= comparison.part;
    }
    // Bits that differ, and not comparisons: those would become a branch each.
    bool isExact = group.size() == 1;
    for (const Comparison& comparison : comparisons) {
      isExact &= !comparison.address && !comparison.bytes && !comparison.spread;
      auto known = parts.find(comparison.half);
      if (known == parts.end()) continue;
      Value* marks = known->second ? ConstantInt::get(int32_, known->second) : nullptr;
      Known ofThis{found.now, comparison.check->isWrite ? nullptr : found.shared};
      Value* bits = differingBits(builder, comparison.half, ofThis, marks);
      differs = differs ? builder.CreateOr(differs, bits) : bits;
      parts.erase(known);
    }
    MDNode* unlikely = MDBuilder(context_).createUnlikelyBranchWeights();
    Instruction* end =
        SplitBlockAndInsertIfThen(builder.CreateIsNotNull(differs), before->getIterator(), false, unlikely);
    for (const Check& check : group) {
      IRBuilder<> slow(end);
      slow.SetCurrentDebugLocation(placeOf(check));
      if (!isExact) {
        Value* isLeft = isToBeMade(slow, comparisons, check, found);
        slow.SetInsertPoint(SplitBlockAndInsertIfThen(isLeft, end->getIterator(), false));
        slow.SetCurrentDebugLocation(placeOf(check));
      }
      callCheck(slow, check);
      if (found.shared && !check.isWrite) reloadSharedSet(slow);
    }
  }
}

void Emitter::emitRange(Instruction* before, Value* start, Value* bytes, bool isWrite, Instruction* access) {
  if (remarks_) remarks_->noteRange(before, start, bytes, isWrite);
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(access->getDebugLoc());
  callWithStack(builder, isWrite ? "__steward_write_range" : "__steward_read_range",
                {start, builder.CreateZExtOrTrunc(bytes, int64_), siteOf(Member{access}, isWrite)});
}

// Elements that overlap or adjoin are a range of bytes.
bool Emitter::callDense(IRBuilder<>& builder, const StridedCheck& check, Constant* site) {
  auto* stride = check.dimensions.size() == 1 ? dyn_cast<ConstantInt>(check.dimensions.front().stride) : nullptr;
  uint64_t bytes = cast<ConstantInt>(check.bytes)->getZExtValue();
  if (!stride || stride->getValue().abs().ugt(bytes)) return false;
  Value *start = check.start, *count = check.dimensions.front().count, *zero = ConstantInt::get(int64_, 0);
  uint64_t step = stride->getValue().abs().getZExtValue();
  DebugLoc place = builder.getCurrentDebugLocation(); // the call's alone: the arithmetic is no line of the program
  builder.SetCurrentDebugLocation(DebugLoc());
  Value* others = builder.CreateSub(count, ConstantInt::get(int64_, 1));
  Value* length = builder.CreateMul(step == bytes ? count : others, ConstantInt::get(int64_, step));
  if (step != bytes)
    length = builder.CreateSelect(builder.CreateICmpEQ(count, zero), zero,
                                  builder.CreateAdd(length, ConstantInt::get(int64_, bytes)));
  if (stride->isNegative()) start = builder.CreatePtrAdd(start, builder.CreateMul(others, stride));
  builder.SetCurrentDebugLocation(place);
  callWithStack(builder, check.isWrite ? "__steward_write_range" : "__steward_read_range", {start, length, site});
  return true;
}

void Emitter::inlineRange(CallInst* call) {
  bool isWrite = call->getCalledFunction()->getName() == "__steward_write_range";
  if (!isWrite && call->getCalledFunction()->getName() != "__steward_read_range") return;
  Value *start = call->getArgOperand(0), *bytes = call->getArgOperand(1);
  call->setArgOperand(3, stack());
  Instruction* at = call;
  IRBuilder<> builder(call);
  // Of a loop that accessed nothing, the start may be no address at all.
  if (!isKnownNonZero(bytes, module_.getDataLayout()))
    at = SplitBlockAndInsertIfThen(builder.CreateIsNotNull(bytes), call->getIterator(), false);
  builder.SetInsertPoint(at);
  builder.SetCurrentDebugLocation(call->getDebugLoc());
  Value* last = builder.CreatePtrAdd(start, builder.CreateSub(bytes, ConstantInt::get(int64_, 1)));
  Value *firstCell = cellOf(builder, start, false), *lastCell = cellOf(builder, last, false);
  Known found{epoch(builder), nullptr};
  Check check{start, 0, 0, 1, isWrite, {}};
  Comparison first{&check, loadHalf(builder, firstCell, 0, isWrite), 0, nullptr, firstCell, nullptr},
      second{&check, loadHalf(builder, lastCell, 0, isWrite), 0, nullptr, lastCell, nullptr};
  Value* differs = builder.CreateOr(differingBits(builder, first.half, found, nullptr),
                                    differingBits(builder, second.half, found, nullptr));
  Value* distance =
      builder.CreateSub(builder.CreatePtrToInt(lastCell, int64_), builder.CreatePtrToInt(firstCell, int64_));
  Value* more = builder.CreateAnd(distance, ConstantInt::get(int64_, ~uint64_t(8)));
  Value* any = builder.CreateIsNotNull(builder.CreateOr(differs, more));
  Instruction* end = SplitBlockAndInsertIfThen(any, at->getIterator(), false);
  // Behind the branch: bytes of the current span, in the first word and in the second.
  builder.SetInsertPoint(end);
  auto number = [&](uint64_t value) { return ConstantInt::get(int64_, value); };
  Value* few = builder.CreateSub(builder.CreateShl(number(1), builder.CreateAnd(bytes, number(31))), number(1));
  Value* mask = spreadBytes(builder, start, few);
  first.bytes = mask;
  second.bytes = builder.CreateSelect(builder.CreateIsNull(distance), mask, builder.CreateLShr(mask, number(8)));
  SmallVector<Comparison, 2> both{first, second};
  Value* isLeft = builder.CreateOr(isToBeMade(builder, both, check, found), builder.CreateIsNotNull(more));
  call->moveBefore(SplitBlockAndInsertIfThen(isLeft, end->getIterator(), false)->getIterator());
}

void Emitter::emitStrided(Instruction* before, const StridedCheck& check) {
  if (remarks_) remarks_->note(before, check);
  IRBuilder<> builder(before);
  for (Instruction* access : check.accesses)
    if (DebugLoc place = access->getDebugLoc()) {
      builder.SetCurrentDebugLocation(place);
      break;
    }
  SmallVector<Member, 4> members;
  for (Instruction* access : check.accesses) members.push_back({access});
  Constant* site = siteOf(members, check.isWrite);
  if (callDense(builder, check, site)) return;
  SmallVector<Value*, 9> arguments{check.start, check.bytes};
  for (unsigned i = 0; i < 3; ++i) {
    bool isUsed = i < check.dimensions.size();
    arguments.push_back(isUsed ? check.dimensions[i].stride : ConstantInt::get(int64_, 0));
    arguments.push_back(isUsed ? check.dimensions[i].count : ConstantInt::get(int64_, 1));
  }
  arguments.push_back(site);
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
