#include "placement/intrinsics.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace steward::placement {

static bool isMasked(Intrinsic::ID id) {
  return id == Intrinsic::masked_load || id == Intrinsic::masked_store || id == Intrinsic::masked_gather ||
         id == Intrinsic::masked_scatter || id == Intrinsic::masked_expandload || id == Intrinsic::masked_compressstore;
}

bool isMemoryIntrinsic(const Instruction& instruction) {
  if (isa<AnyMemIntrinsic>(instruction)) return true;
  auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call && isMasked(call->getIntrinsicID());
}

// Lane by lane, as far as the mask says so.
static void emitMasked(Emitter& emitter, IntrinsicInst* call) {
  if (isCovered(*call) && !emitter.isTracing()) return;
  Intrinsic::ID id = call->getIntrinsicID();
  bool isWrite =
      id == Intrinsic::masked_store || id == Intrinsic::masked_scatter || id == Intrinsic::masked_compressstore;
  bool isPacked = id == Intrinsic::masked_expandload || id == Intrinsic::masked_compressstore;
  bool hasPointers = id == Intrinsic::masked_gather || id == Intrinsic::masked_scatter;
  unsigned first = isWrite ? 1 : 0;
  Value *pointer = call->getArgOperand(first), *mask = call->getArgOperand(first + 1);
  auto* type = dyn_cast<FixedVectorType>(isWrite ? call->getArgOperand(0)->getType() : call->getType());
  if (!type) return;
  uint64_t bytes = call->getDataLayout().getTypeStoreSize(type->getElementType());
  IRBuilder<> builder(call);
  Value* next = builder.getInt64(0); // lanes in use so far, where they are packed
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    builder.SetInsertPoint(call);
    builder.SetCurrentDebugLocation(call->getDebugLoc());
    Value* isOn = builder.CreateExtractElement(mask, uint64_t(lane));
    Value* index = isPacked ? next : builder.getInt64(lane);
    Value* at = hasPointers ? builder.CreateExtractElement(pointer, uint64_t(lane))
                            : builder.CreatePtrAdd(pointer, builder.CreateMul(index, builder.getInt64(bytes)));
    if (isPacked) next = builder.CreateAdd(next, builder.CreateZExt(isOn, builder.getInt64Ty()));
    if (auto* known = dyn_cast<ConstantInt>(isOn); known && known->isZero()) continue;
    Instruction* then = SplitBlockAndInsertIfThen(isOn, call->getIterator(), false);
    emitter.traceAccess(then, at, builder.getInt64(bytes), isWrite, call);
    Check check{at, 0, bytes, 1, isWrite, {{call, 0, bytes}}};
    if (!isCovered(*call)) emitter.emit(then, check, false);
  }
}

// What will be a call of the C library's function would be checked there once more. The runtime has the same functions
// without.
static void callUnchecked(AnyMemIntrinsic* memory) {
  constexpr uint64_t inlined = 128; // bytes: the compiler copies as few itself
  auto* length = dyn_cast<ConstantInt>(memory->getLength());
  if ((length && length->getZExtValue() <= inlined) || !isa<MemIntrinsic>(memory) || memory->isVolatile()) return;
  Intrinsic::ID id = memory->getIntrinsicID();
  if (id == Intrinsic::memcpy_inline || id == Intrinsic::memset_inline) return;
  IRBuilder<> builder(memory);
  Module& module = *memory->getModule();
  Type *pointer = builder.getPtrTy(), *size = builder.getInt64Ty(), *number = builder.getInt32Ty();
  Value* bytes = builder.CreateZExtOrTrunc(memory->getLength(), size);
  if (auto* set = dyn_cast<MemSetInst>(memory)) {
    FunctionCallee fill = module.getOrInsertFunction("__steward_fill", pointer, pointer, number, size);
    builder.CreateCall(fill, {set->getRawDest(), builder.CreateZExt(set->getValue(), number), bytes});
  } else {
    auto* transfer = cast<MemTransferInst>(memory);
    const char* name = isa<MemMoveInst>(memory) ? "__steward_move" : "__steward_copy";
    FunctionCallee copy = module.getOrInsertFunction(name, pointer, pointer, pointer, size);
    builder.CreateCall(copy, {transfer->getRawDest(), transfer->getRawSource(), bytes});
  }
  memory->eraseFromParent();
}

void emitMemoryIntrinsic(Emitter& emitter, Instruction* instruction) {
  auto* call = cast<IntrinsicInst>(instruction);
  if (isMasked(call->getIntrinsicID())) return emitMasked(emitter, call);
  auto* memory = cast<AnyMemIntrinsic>(call);
  auto emit = [&](Value* pointer, bool isWrite) {
    if (isPrivateOrConstant(pointer)) return;
    emitter.traceAccess(memory, pointer, memory->getLength(), isWrite, memory);
    emitter.emitRange(memory, pointer, memory->getLength(), isWrite, memory);
  };
  emit(memory->getRawDest(), true);
  if (auto* transfer = dyn_cast<AnyMemTransferInst>(memory)) emit(transfer->getRawSource(), false);
  callUnchecked(memory);
}

} // namespace steward::placement
