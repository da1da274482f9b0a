// Writes checks into the code: the inlined comparison with the thread's epoch, and behind it the call of the runtime.
#pragma once

#include "placement/accesses.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"

#include <optional>

namespace llvm {
class AllocaInst;
class DominatorTree;
class Module;
} // namespace llvm

namespace steward::placement {

class Remarks;

// An access that a check stands for, and where in the check's bytes it is; 0 bytes: anywhere.
struct Member {
  llvm::Instruction* instruction;
  int64_t offset = 0;
  uint64_t bytes = 0;
};

// A check of bytes at a constant distance from a pointer, for some accesses.
struct Check {
  llvm::Value* base;
  int64_t offset;
  uint64_t bytes;
  uint64_t alignment; // of base + offset
  bool isWrite;
  llvm::SmallVector<Member, 2> accesses; // their offsets are from `base`
};

// Elements with strides; see __steward_read_strided.
struct StridedCheck {
  llvm::Value* start;
  llvm::Value* bytes; // i64
  struct Dimension {
    llvm::Value *stride, *count; // i64
  };
  llvm::SmallVector<Dimension, 3> dimensions; // at most 3
  bool isWrite;
  bool isBehind; // the loop, not before it
  llvm::SmallVector<llvm::Instruction*, 4> accesses;
};

class Emitter {
public:
  // `isTracing`: for the oracle, every check is a call, and accesses are told to the runtime. `remarks`: told of each
  // check, or null.
  Emitter(llvm::Module& module, bool isTracing, Remarks* remarks);

  // All before one instruction, whose block is split. `isRepeated`: in a small loop. There, reads compare with the set
  // of readers that the runtime met last, too; elsewhere the runtime does that, since it is twice the code.
  void emit(llvm::Instruction* before, llvm::MutableArrayRef<Check> checks, bool isRepeated);
  void emitStrided(llvm::Instruction* before, const StridedCheck& check);
  void emitRange(llvm::Instruction* before, llvm::Value* start, llvm::Value* bytes, bool isWrite,
                 llvm::Instruction* access);
  // Puts a comparison before the call of an earlier emitRange or emitStrided: ranges within two words are known as fast
  // as a single access is.
  void inlineRange(llvm::CallInst* call);
  void emitVtableStore(llvm::Instruction* store);
  // Tells the runtime that the access is about to happen; nothing without `isTracing`.
  void traceAccess(llvm::Instruction* before, llvm::Value* pointer, llvm::Value* bytes, bool isWrite,
                   llvm::Instruction* access);
  // `waits`: it is a load in a loop that only waits (waits.h).
  void replaceAtomic(llvm::Instruction* atomic, bool waits = false);
  // A program that fetches its data ahead of time would else wait for their cells.
  void prefetchCell(llvm::CallInst* prefetch);

  // The epoch is kept in a register: loaded at the function's entry and again behind what may change it. So is the set
  // of readers that the runtime met last, which a check may change too.
  void beginFunction(llvm::Function& function);
  void reloadEpochAfter(llvm::Instruction* instruction);
  void finishFunction();

  bool isTracing() const { return isTracing_; }

private:
  llvm::Constant* siteOf(llvm::ArrayRef<Member> accesses, bool isWrite);
  llvm::Constant* text(llvm::StringRef words);
  llvm::Value* epoch(llvm::IRBuilder<>& builder);
  llvm::Value* sharedSet(llvm::IRBuilder<>& builder);
  void reloadSharedSet(llvm::IRBuilder<>& builder);
  llvm::AllocaInst* makeSlot(llvm::StringRef name);
  llvm::GlobalVariable* threadLocal(llvm::StringRef name);
  llvm::Value* loadThreadLocal(llvm::IRBuilder<>& builder, llvm::GlobalVariable* variable);
  llvm::Value* stack();
  llvm::Value* cellOf(llvm::IRBuilder<>& builder, llvm::Value* address, bool isWordAligned);
  llvm::Value* loadHalf(llvm::IRBuilder<>& builder, llvm::Value* cell, int64_t distance, bool isWrite);
  // A half of a cell that a check compares with the epoch. It may have the mark of a part beside it, if the check is of
  // bytes in that part: `part`, or 0; or the one that `address` is in, if that is not null.
  struct Comparison {
    const Check* check;
    llvm::Value* half;
    uint32_t part;
    llvm::Value* address;
    llvm::Value* cell;  // where it is
    llvm::Value* bytes; // of the word that the check is of, one bit for each; null: all, or
    // so many bits of spreadBytes() belong to words before it.
    std::optional<unsigned> spread = std::nullopt;
  };
  // What a half is compared with: as of before it was loaded. `shared` may be null, and is for a write.
  struct Known {
    llvm::Value *now, *shared;
  };
  llvm::Value* bytesOf(int64_t from, int64_t to) const;
  llvm::Value* spreadBytes(llvm::IRBuilder<>& builder, llvm::Value* start, llvm::Value* bytes);
  void loadHalves(llvm::IRBuilder<>& builder, llvm::ArrayRef<Check> group,
                  llvm::SmallVectorImpl<Comparison>& comparisons);
  llvm::Value* differingBits(llvm::IRBuilder<>& builder, llvm::Value* half, const Known& known, llvm::Value* marks);
  llvm::Value* isInSpan(llvm::IRBuilder<>& builder, const Comparison& comparison, const Known& known);
  llvm::Value* isToBeMade(llvm::IRBuilder<>& builder, llvm::ArrayRef<Comparison> comparisons, const Check& check,
                          const Known& known);
  llvm::CallInst* callRuntime(llvm::IRBuilder<>& builder, const llvm::Twine& name,
                              llvm::ArrayRef<llvm::Value*> arguments);
  // The same, and tells it where the stack's number is.
  llvm::CallInst* callWithStack(llvm::IRBuilder<>& builder, const llvm::Twine& name,
                                llvm::SmallVector<llvm::Value*, 4> arguments);

  void callCheck(llvm::IRBuilder<>& builder, const Check& check);
  bool callDense(llvm::IRBuilder<>& builder, const StridedCheck& check, llvm::Constant* site);

  llvm::Module& module_;
  Remarks* remarks_;
  llvm::LLVMContext& context_;
  llvm::Type *voidType_, *pointerType_;
  llvm::IntegerType *int32_, *int64_;
  llvm::StructType *siteAccessType_, *siteType_;
  llvm::GlobalVariable *epochVariable_, *sharedVariable_;
  llvm::StringMap<llvm::Constant*> texts_;
  llvm::Function* function_ = nullptr;
  llvm::AllocaInst *epochSlot_ = nullptr, *sharedSlot_ = nullptr, *stackSlot_ = nullptr;
  bool isTracing_;
};

} // namespace steward::placement
