// What each opcode looks like: its word in the text, how many operands it takes, and which fields of Instruction it
// uses. The printer, the parser and the verifier all read this one table.
#pragma once

#include "program/program.h"

#include <optional>

namespace steward {

enum class ResultUse : uint8_t { None, Optional, Required };
enum class KindUse : uint8_t { None, Storage, Binary, Compare };
enum class ImmediateUse : uint8_t {
  None,
  Bytes,    // a size; the text may leave it out
  Offset,   // a signed number of bytes
  Name,     // a StringId
  Function, // a FunctionId
};

struct OpcodeShape {
  static constexpr uint32_t any = ~uint32_t{0};

  llvm::StringLiteral word;
  uint32_t minOperands;
  uint32_t maxOperands;
  ResultUse result;
  ImmediateUse immediate = ImmediateUse::None;
  KindUse kind = KindUse::None;
};

constexpr unsigned opcodeCount = static_cast<unsigned>(Opcode::Unreachable) + 1;
const OpcodeShape& shapeOf(Opcode opcode);
std::optional<Opcode> opcodeNamed(llvm::StringRef word);

// The words of an enumeration, in the order of its values.
llvm::ArrayRef<llvm::StringLiteral> wordsOf(KindUse kind);
llvm::ArrayRef<llvm::StringLiteral> memoryOrderWords();
llvm::ArrayRef<llvm::StringLiteral> typeKindWords();
llvm::ArrayRef<llvm::StringLiteral> markKindWords();
llvm::ArrayRef<llvm::StringLiteral> markTargetWords();
std::optional<uint8_t> findWord(llvm::ArrayRef<llvm::StringLiteral> words, llvm::StringRef word);

constexpr bool takesMemoryOrder(Opcode op) { return isAtomic(op) || op == Opcode::Fence; }

// What the text means when it leaves a size out: a machine word. The printer always writes the size of an access.
constexpr uint64_t defaultBytes = 8;

// The size a global has when the text does not give one.
inline uint64_t defaultSize(const Program& program, TypeId type) {
  return type.valid() && program.types.contains(type) ? program.types[type].size : defaultBytes;
}

} // namespace steward
