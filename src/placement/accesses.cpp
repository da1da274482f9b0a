#include "placement/accesses.h"

#include "placement/proofs.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MemoryModelRelaxationAnnotations.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace steward::placement {

static constexpr const char *markPrefix = "steward", *markSuffix = "covered";

void markCovered(Instruction& instruction) {
  instruction.setMetadata(LLVMContext::MD_mmra,
                          MMRAMetadata::getTagMD(instruction.getContext(), markPrefix, markSuffix));
}

bool isCovered(const Instruction& instruction) {
  return instruction.getMetadata(LLVMContext::MD_mmra) && MMRAMetadata(instruction).hasTag(markPrefix, markSuffix);
}

bool isInstrumented(const Function& function) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
         !function.hasFnAttribute(Attribute::Naked) &&
         !function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) &&
         !function.getName().starts_with("__steward_");
}

bool isSharedAtomic(const Instruction& instruction) {
  if (!instruction.isAtomic() || isa<CallBase>(instruction)) return false;
  if (auto scope = getAtomicSyncScopeID(&instruction)) return *scope != SyncScope::SingleThread;
  return true;
}

bool isPrivateOrConstant(const Value* pointer) {
  const Value* object = getUnderlyingObject(pointer, 12);
  if (auto* local = dyn_cast<AllocaInst>(object)) return !PointerMayBeCaptured(local, /*ReturnCaptures=*/true);
  if (auto* variable = dyn_cast<GlobalVariable>(object)) return variable->isConstant();
  return isa<ConstantPointerNull>(object) || isa<UndefValue>(object);
}

// By its type, or where there are none (-O0, -fno-strict-aliasing), by what is stored.
static bool isVtableAccess(const Instruction& instruction) {
  if (MDNode* tag = instruction.getMetadata(LLVMContext::MD_tbaa)) return tag->isTBAAVtableAccess();
  auto* store = dyn_cast<StoreInst>(&instruction);
  if (!store || !store->getValueOperand()->getType()->isPointerTy()) return false;
  auto* table = dyn_cast<GlobalVariable>(getUnderlyingObject(store->getValueOperand()));
  return table && (table->getName().starts_with("_ZTV") || table->getName().starts_with("_ZTC"));
}

std::optional<Access> plainAccess(Instruction& instruction, const DataLayout& layout) {
  if (isCovered(instruction)) return std::nullopt;
  return anyPlainAccess(instruction, layout);
}

std::optional<Access> anyPlainAccess(Instruction& instruction, const DataLayout& layout) {
  auto* load = dyn_cast<LoadInst>(&instruction);
  auto* store = dyn_cast<StoreInst>(&instruction);
  if ((!load && !store) || isSharedAtomic(instruction)) return std::nullopt;
  if (instruction.hasMetadata(LLVMContext::MD_nosanitize)) return std::nullopt;
  if (isProved(instruction)) return std::nullopt;
  Value* pointer = getLoadStorePointerOperand(&instruction);
  if (pointer->getType()->getPointerAddressSpace() != 0 || pointer->isSwiftError()) return std::nullopt;
  if (load && load->hasMetadata(LLVMContext::MD_invariant_load)) return std::nullopt;
  TypeSize bytes = layout.getTypeStoreSize(getLoadStoreType(&instruction));
  if (bytes.isScalable() || !bytes.getFixedValue()) return std::nullopt;
  if (isPrivateOrConstant(pointer)) return std::nullopt;
  bool isVtable = isVtableAccess(instruction);
  // What a vtable pointer points to is constant, though no type says so.
  if (load && !isVtable)
    if (auto* through = dyn_cast<LoadInst>(getUnderlyingObject(pointer)); through && isVtableAccess(*through))
      return std::nullopt;
  return Access{&instruction,     pointer,          bytes.getFixedValue(), getLoadStoreAlignment(&instruction).value(),
                store != nullptr, isVtable && store};
}

// Each lane of the result comes from the same lane of the operands.
static bool isLaneWise(const User* user, unsigned lanes) {
  if (auto* result = dyn_cast<FixedVectorType>(user->getType()); !result || result->getNumElements() != lanes)
    return false;
  return isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst, PHINode, FreezeInst>(user) ||
         (isa<CastInst>(user) && !isa<BitCastInst>(user));
}

// The lanes of the load that something uses in the end: they are picked from it, or from what is computed of all lanes.
static BitVector usedLanes(const LoadInst& load, unsigned lanes) {
  BitVector used(lanes), all(lanes, true);
  SmallVector<const Value*, 8> todo{&load};
  SmallPtrSet<const Value*, 8> seen;
  while (!todo.empty()) {
    const Value* value = todo.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (const User* user : value->users()) {
      if (auto* shuffle = dyn_cast<ShuffleVectorInst>(user)) {
        for (int lane : shuffle->getShuffleMask()) {
          if (lane >= 0 && unsigned(lane) < lanes && shuffle->getOperand(0) == value) used.set(unsigned(lane));
          if (lane >= int(lanes) && shuffle->getOperand(1) == value) used.set(unsigned(lane) - lanes);
        }
      } else if (auto* extract = dyn_cast<ExtractElementInst>(user)) {
        auto* index = dyn_cast<ConstantInt>(extract->getIndexOperand());
        if (!index || index->getZExtValue() >= lanes) return all;
        used.set(unsigned(index->getZExtValue()));
      } else if (isLaneWise(user, lanes)) {
        todo.push_back(user);
      } else
        return all;
    }
  }
  return used.none() ? all : used;
}

SmallVector<Access, 1> piecesOf(const Access& access, const DataLayout& layout) {
  auto* load = dyn_cast<LoadInst>(access.instruction);
  auto* vector = load ? dyn_cast<FixedVectorType>(load->getType()) : nullptr;
  if (!vector) return {access};
  unsigned lanes = vector->getNumElements();
  uint64_t bytes = access.bytes / lanes;
  BitVector used = usedLanes(*load, lanes);
  if (used.all() || layout.getTypeSizeInBits(vector->getElementType()) != bytes * 8) return {access};
  SmallVector<Access, 1> pieces;
  for (int first = used.find_first(); first >= 0;) {
    int last = used.find_next_unset(unsigned(first));
    if (last < 0) last = int(lanes);
    Access piece = access;
    piece.offset = first * int64_t(bytes);
    piece.bytes = uint64_t(last - first) * bytes;
    piece.alignment = first ? MinAlign(access.alignment, uint64_t(piece.offset)) : access.alignment;
    pieces.push_back(piece);
    first = used.find_next(unsigned(last) - 1);
  }
  return pieces;
}

} // namespace steward::placement
