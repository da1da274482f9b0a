// Builds a Program, one function after the other. Interns types by need, constants and positions always.
#pragma once

#include "program/program.h"

namespace steward {

class ProgramBuilder {
public:
  explicit ProgramBuilder(Program& program) : program(program) {}

  Program& program;

  StringId string(llvm::StringRef text) { return program.strings.intern(text); }
  PositionId position(const Position& p);
  TypeId type(Type type, llvm::ArrayRef<TypeField> fields = {});
  void setFields(TypeId type, llvm::ArrayRef<TypeField> fields); // for recursive types: first the type, then its fields

  ValueId constant(const Constant& c);
  ValueId undefined() { return constant({ConstantKind::Undefined, 0, 0, {}}); }
  ValueId null() { return constant({ConstantKind::Null, 0, 0, {}}); }
  ValueId integer(int64_t value) { return constant({ConstantKind::Integer, 0, value, {}}); }
  ValueId address(GlobalId g, int64_t offset = 0) { return constant({ConstantKind::Global, g.index, offset, {}}); }
  ValueId address(FunctionId f) { return constant({ConstantKind::Function, f.index, 0, {}}); }

  void setInitializers(GlobalId global, llvm::ArrayRef<Initializer> initializers);

  // The body of a function: begin, then its blocks in order, each with its instructions, then end.
  void beginFunction(FunctionId function);
  LocalId newLocal(StringId name = {}, TypeId type = {});
  BlockId newBlocks(uint32_t count); // the first of `count` consecutive blocks
  void beginBlock(BlockId block);
  InstructionId append(Instruction instruction, llvm::ArrayRef<ValueId> operands,
                       llvm::ArrayRef<BlockId> incoming = {});
  void endBlock(llvm::ArrayRef<BlockId> successors, llvm::ArrayRef<BlockId> handlers = {});
  void endFunction();

  void mark(const Mark& mark); // once is enough
  void omit(llvm::StringRef what, PositionId where);

private:
  FunctionId function_;
  BlockId block_;
  llvm::DenseMap<llvm::hash_code, llvm::SmallVector<PositionId, 1>> positionIds_;
  llvm::DenseMap<llvm::hash_code, llvm::SmallVector<ConstantId, 1>> constantIds_;
  llvm::DenseMap<StringId, uint32_t> omissionIds_;
};

} // namespace steward
