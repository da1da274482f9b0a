#include "program/shape.h"

namespace steward {

using llvm::StringLiteral;

static constexpr uint32_t any = OpcodeShape::any;

// In the order of Opcode.
static constexpr OpcodeShape shapes[] = {
    {"allocate", 0, 1, ResultUse::Required, ImmediateUse::Bytes, KindUse::Storage},
    {"field", 1, 1, ResultUse::Required, ImmediateUse::Offset},
    {"field_named", 1, 1, ResultUse::Required, ImmediateUse::Name},
    {"index", 2, 2, ResultUse::Required, ImmediateUse::Offset},
    {"load", 1, 1, ResultUse::Optional, ImmediateUse::Bytes},
    {"store", 2, 2, ResultUse::None, ImmediateUse::Bytes},
    {"memory_copy", 3, 3, ResultUse::None},
    {"memory_set", 3, 3, ResultUse::None},
    {"atomic_load", 1, 1, ResultUse::Optional, ImmediateUse::Bytes},
    {"atomic_store", 2, 2, ResultUse::None, ImmediateUse::Bytes},
    {"atomic_update", 2, 2, ResultUse::Optional, ImmediateUse::Bytes, KindUse::Binary},
    {"compare_exchange", 3, 3, ResultUse::Optional, ImmediateUse::Bytes},
    {"fence", 0, 0, ResultUse::None},
    {"copy", 1, 1, ResultUse::Required},
    {"phi", 0, any, ResultUse::Required},
    {"select", 3, 3, ResultUse::Required},
    {"binary", 2, 2, ResultUse::Required, ImmediateUse::None, KindUse::Binary},
    {"compare", 2, 2, ResultUse::Required, ImmediateUse::None, KindUse::Compare},
    {"extract", 1, 1, ResultUse::Required, ImmediateUse::Offset},
    {"insert", 2, 2, ResultUse::Required, ImmediateUse::Offset},
    {"varargs", 0, 0, ResultUse::Required},
    {"caught", 0, 0, ResultUse::Required},
    {"opaque", 0, any, ResultUse::Optional, ImmediateUse::Name},
    {"call", 0, any, ResultUse::Optional, ImmediateUse::Function},
    {"call_indirect", 1, any, ResultUse::Optional},
    {"call_virtual", 1, any, ResultUse::Optional, ImmediateUse::Name},
    {"return", 0, 1, ResultUse::None},
    {"jump", 0, 0, ResultUse::None},
    {"branch", 1, 1, ResultUse::None},
    {"switch", 1, any, ResultUse::None},
    {"throw", 0, 1, ResultUse::None},
    {"unreachable", 0, 0, ResultUse::None},
};
static_assert(std::size(shapes) == opcodeCount);

static constexpr StringLiteral storageWords[] = {"stack", "heap"};
static constexpr StringLiteral binaryWords[] = {"add", "sub", "mul", "div", "rem",  "and",      "or",   "xor",
                                                "shl", "shr", "min", "max", "nand", "exchange", "other"};
static constexpr StringLiteral compareWords[] = {"equal",   "not_equal",     "less", "less_equal",
                                                 "greater", "greater_equal", "other"};
static constexpr StringLiteral orderWords[] = {"none",    "unordered", "relaxed",         "consume",
                                               "acquire", "release",   "acquire_release", "sequential"};
static constexpr StringLiteral typeWords[] = {"void",   "integer", "float", "pointer",
                                              "struct", "union",   "array", "function"};
static constexpr StringLiteral markWords[] = {"norace", "benign", "guarded_by", "requires"};
static constexpr StringLiteral targetWords[] = {"global", "function", "field", "local"};
static_assert(std::size(markWords) == static_cast<unsigned>(MarkKind::Requires) + 1);
static_assert(std::size(targetWords) == static_cast<unsigned>(MarkTarget::Local) + 1);
static_assert(std::size(storageWords) == static_cast<unsigned>(Storage::Heap) + 1);
static_assert(std::size(binaryWords) == static_cast<unsigned>(BinaryKind::Other) + 1);
static_assert(std::size(compareWords) == static_cast<unsigned>(CompareKind::Other) + 1);
static_assert(std::size(orderWords) == static_cast<unsigned>(MemoryOrder::Sequential) + 1);
static_assert(std::size(typeWords) == static_cast<unsigned>(TypeKind::Function) + 1);

const OpcodeShape& shapeOf(Opcode opcode) { return shapes[static_cast<unsigned>(opcode)]; }

std::optional<Opcode> opcodeNamed(llvm::StringRef word) {
  for (unsigned i = 0; i < opcodeCount; ++i)
    if (shapes[i].word == word) return static_cast<Opcode>(i);
  return std::nullopt;
}

llvm::ArrayRef<StringLiteral> wordsOf(KindUse kind) {
  switch (kind) {
  case KindUse::None:
    return {};
  case KindUse::Storage:
    return storageWords;
  case KindUse::Binary:
    return binaryWords;
  case KindUse::Compare:
    return compareWords;
  }
  return {};
}

llvm::ArrayRef<StringLiteral> memoryOrderWords() { return orderWords; }
llvm::ArrayRef<StringLiteral> typeKindWords() { return typeWords; }
llvm::ArrayRef<StringLiteral> markKindWords() { return markWords; }
llvm::ArrayRef<StringLiteral> markTargetWords() { return targetWords; }

std::optional<uint8_t> findWord(llvm::ArrayRef<StringLiteral> words, llvm::StringRef word) {
  for (size_t i = 0; i < words.size(); ++i)
    if (words[i] == word) return static_cast<uint8_t>(i);
  return std::nullopt;
}

CompareKind negated(CompareKind kind) {
  switch (kind) {
  case CompareKind::Equal:
    return CompareKind::NotEqual;
  case CompareKind::NotEqual:
    return CompareKind::Equal;
  case CompareKind::Less:
    return CompareKind::GreaterEqual;
  case CompareKind::LessEqual:
    return CompareKind::Greater;
  case CompareKind::Greater:
    return CompareKind::LessEqual;
  case CompareKind::GreaterEqual:
    return CompareKind::Less;
  case CompareKind::Other:
    return CompareKind::Other;
  }
  return CompareKind::Other;
}

CompareKind mirrored(CompareKind kind) {
  switch (kind) {
  case CompareKind::Less:
    return CompareKind::Greater;
  case CompareKind::LessEqual:
    return CompareKind::GreaterEqual;
  case CompareKind::Greater:
    return CompareKind::Less;
  case CompareKind::GreaterEqual:
    return CompareKind::LessEqual;
  default:
    return kind;
  }
}

} // namespace steward
