// One function's body: LLVM instructions into the program model's.
#pragma once

#include "frontend/llvm/module_lowering.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace steward {

class FunctionLowering {
public:
  FunctionLowering(ModuleLowering& module, const llvm::Function& function, FunctionId id)
      : module_(module), builder_(module.builder), function_(function), id_(id) {}
  void run();

private:
  // Values and blocks get their ids first; phis refer forwards.
  void nameLocals();
  void numberBlocks();
  BlockId lastBlockOf(const llvm::BasicBlock* block) const; // where control leaves it from
  ValueId value(const llvm::Value* v);
  ValueId aggregate(const llvm::Constant* c);

  void lowerBlock(const llvm::BasicBlock& block);
  void lower(const llvm::Instruction& i);
  TypeId pointeeOf(LocalId local) const;
  void lowerAllocation(const llvm::AllocaInst& i);
  void lowerAddress(const llvm::GetElementPtrInst& i);
  void lowerMemberSlot(const llvm::LoadInst& load);
  void lowerPhi(const llvm::PHINode& i);
  void lowerCompare(const llvm::CmpInst& i);
  void lowerArithmetic(const llvm::BinaryOperator& i);
  void lowerUpdate(const llvm::AtomicRMWInst& i);
  void lowerTerminator(const llvm::Instruction& i);
  // In call_lowering.cpp.
  void lowerCall(const llvm::CallBase& i);
  bool lowerIntrinsic(const llvm::CallBase& i, const llvm::Function& intrinsic); // true when nothing is left to do
  void markAddress(const llvm::CallBase& annotation);
  void lowerVarArgs(const llvm::CallBase& i);
  ValueId copyForCallee(ValueId argument, llvm::Type* type);
  void opaque(const llvm::Instruction& i, llvm::StringRef what, bool isOmission);

  Instruction make(Opcode opcode, const llvm::Instruction& at, bool hasResult = true);
  void emit(Opcode opcode, const llvm::Instruction& at, llvm::ArrayRef<ValueId> operands, int64_t immediate = 0);
  // A step in between, whose result has no LLVM value of its own.
  TypeId accessedAs(llvm::Type* type);
  ValueId step(Opcode opcode, const llvm::Instruction& at, llvm::ArrayRef<ValueId> operands, int64_t immediate = 0,
               TypeId type = {});
  int64_t bytesOf(llvm::Type* type) const;
  PositionId positionOf(const llvm::Instruction& i);

  ModuleLowering& module_;
  ProgramBuilder& builder_;
  const llvm::Function& function_;
  FunctionId id_;
  llvm::DenseMap<const llvm::Value*, LocalId> locals_;
  llvm::DenseMap<const llvm::BasicBlock*, BlockId> blocks_;
  llvm::DenseMap<const llvm::AllocaInst*, const llvm::DILocalVariable*> stackVariables_, libraryVariables_;
};

MemoryOrder memoryOrder(llvm::AtomicOrdering order);

} // namespace steward
