// Which instructions access memory that another thread could access too, and how.
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace llvm {
class DataLayout;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace steward::placement {

// A plain load or store of a known number of bytes.
struct Access {
  llvm::Instruction* instruction;
  llvm::Value* pointer;
  uint64_t bytes;
  uint64_t alignment;
  bool isWrite;
  bool isVtable;
  int64_t offset = 0; // of a piece, from the pointer
};

// Nothing for what needs no check: memory that no other thread can reach, that nobody writes, and what an earlier
// placement has taken care of.
std::optional<Access> plainAccess(llvm::Instruction& instruction, const llvm::DataLayout& layout);
// The same also for what an earlier placement has taken care of.
std::optional<Access> anyPlainAccess(llvm::Instruction& instruction, const llvm::DataLayout& layout);
// What the source accesses of it: a vector may be loaded with gaps that nobody uses, where that is cheaper than to load
// around them. Each piece of it that is used is an access of its own.
llvm::SmallVector<Access, 1> piecesOf(const Access& access, const llvm::DataLayout& layout);

// Memory that only this thread knows, or that nobody changes.
bool isPrivateOrConstant(const llvm::Value* pointer);

// Atomic for the program as a whole, not only for signal handlers.
bool isSharedAtomic(const llvm::Instruction& instruction);

// Whether code of this function is to be instrumented at all.
bool isInstrumented(const llvm::Function& function);

// An earlier placement checks this access. The mark survives copying and vectorising, and is lost, which is safe, when
// an access with it and one without become one.
void markCovered(llvm::Instruction& instruction);
bool isCovered(const llvm::Instruction& instruction);

} // namespace steward::placement
