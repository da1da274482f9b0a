// What the lowering of functions needs to know about their module and the program around it.
#pragma once

#include "frontend/llvm/member_pointers.h"
#include "frontend/llvm/symbols.h"
#include "frontend/llvm/types.h"
#include "program/builder.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

#include <string>

namespace steward {

// The whole program under construction. Every global that any module defines or mentions has its id before the first
// function is lowered.
struct LinkedProgram {
  LinkedProgram(Program& program, const Symbols& symbols) : builder(program), symbols(symbols) {}
  ProgramBuilder builder;
  const Symbols& symbols;
  llvm::DenseMap<const llvm::GlobalValue*, FunctionId> functions; // functions and ifuncs, by their chosen definition
  llvm::DenseMap<const llvm::GlobalValue*, GlobalId> globals;
  MemberPointers memberPointers;
};

class ModuleLowering {
public:
  ModuleLowering(LinkedProgram& linked, const llvm::Module& module);

  LinkedProgram& linked;
  ProgramBuilder& builder;
  const llvm::Module& module;
  const llvm::DataLayout& layout;
  TypeLowering types;

  // A constant as an operand: an address, a number, or undefined for what analyses need not know.
  ValueId constant(const llvm::Constant* value);
  // The function that a callee operand surely is, through casts and aliases; null otherwise.
  const llvm::GlobalValue* functionOf(const llvm::Value* callee) const;

  StringId fileName(const llvm::DIFile* file);
  PositionId position(const llvm::DILocation* location);
  PositionId position(const llvm::DISubprogram* function);
  PositionId position(const llvm::DIVariable* variable, const llvm::DILocalScope* scope = nullptr);

  // The addresses in a constant and, if asked for, its numbers other than zero; a long row of numbers is one undefined
  // value where it starts.
  std::vector<Initializer> initializers(const llvm::Constant* value, bool withNumbers = false);

private:
  void collectInitializers(const llvm::Constant* value, uint64_t offset, bool withNumbers,
                           std::vector<Initializer>& out);
  void collectNumbers(const llvm::Constant* value, uint64_t offset, std::vector<Initializer>& out);
  llvm::DenseMap<const llvm::DILocation*, PositionId> positions_;
  llvm::DenseMap<const llvm::DIFile*, StringId> files_;
  std::string currentFolder_;
};

// Lowers the body of one function. In function_lowering.cpp.
void lowerFunction(ModuleLowering& module, const llvm::Function& function, FunctionId id);

} // namespace steward
