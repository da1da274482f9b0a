// The instructions of the neutral program model: about twenty kinds, enough for C, C++ (through LLVM) and Java.
//
// Memory is bytes; an address is an object and an offset. Values are untyped apart from hints. What a library call
// means (fork, lock, allocate, …) is not an instruction: it stays a call, and models/ says what it does.
#pragma once

#include "program/ids.h"

#include <cstdint>

namespace steward {

// An operand: a local value of the function, or a constant of the program.
class ValueId {
public:
  constexpr ValueId() = default;
  static constexpr ValueId local(LocalId id) { return ValueId(id.index); }
  static constexpr ValueId constant(ConstantId id) { return ValueId(id.index | constantBit); }

  constexpr bool valid() const { return bits_ != Id<void>::none; }
  constexpr explicit operator bool() const { return valid(); }
  constexpr bool isLocal() const { return valid() && !(bits_ & constantBit); }
  constexpr bool isConstant() const { return valid() && (bits_ & constantBit); }
  constexpr LocalId local() const { return LocalId(bits_); }
  constexpr ConstantId constant() const { return ConstantId(bits_ & ~constantBit); }
  constexpr uint32_t bits() const { return bits_; }
  friend constexpr auto operator<=>(ValueId, ValueId) = default;

private:
  static constexpr uint32_t constantBit = uint32_t{1} << 31;
  constexpr explicit ValueId(uint32_t bits) : bits_(bits) {}
  uint32_t bits_ = ~uint32_t{0};
};

inline llvm::hash_code hash_value(ValueId v) { return llvm::hash_value(v.bits()); }

// Operands are listed as `a, b`; `imm` is Instruction::immediate, `type` Instruction::type.
enum class Opcode : uint8_t {
  // Memory and addresses.
  Allocate,   // result = new object in `storage`; [count]; type = its type; imm = bytes of one element, 0 if unknown
  Field,      // result = a + imm bytes; type = the struct that imm is an offset into, if known
  FieldNamed, // result = field of object a; imm = StringId of the field's name (Java)
  Index,      // result = a + b * imm bytes, another element of the array that a points into; type = element type;
              // synthetic: a, or a base class of what is there
  Load,       // result = *a; imm = bytes; type = what it is read as, if that is a pointer or cannot be one
  Store,      // *a = b; imm = bytes; type = as of a load
  MemoryCopy, // bytes [a, a+c) = bytes [b, b+c)
  MemorySet,  // bytes [a, a+c) = b
  // Atomics: `order` is the memory order; compare-exchange keeps its failure order in `order2`.
  AtomicLoad,      // result = *a; imm = bytes
  AtomicStore,     // *a = b; imm = bytes
  AtomicUpdate,    // result = old *a; *a = old `binary` b; imm = bytes
  CompareExchange, // result = old *a; if equal to b then *a = c; imm = bytes
  Fence,
  // Values.
  Copy,    // result = a (casts, freezes, integer to pointer and back)
  Phi,     // result = operand of the edge taken; Program::incoming gives the block of each operand
  Select,  // result = a ? b : c
  Binary,  // result = a `binary` b
  Compare, // result = a `compare` b
  Extract, // result = the part of aggregate a at byte offset imm
  Insert,  // result = aggregate a with b at byte offset imm
  VarArgs, // result = address of the block of variadic arguments of this function
  Caught,  // result = the exception that control arrives with in this handler
  Opaque,  // result = something unknown computed from the operands; imm = StringId that says what (inline assembly, …)
  // Calls. Arguments follow the operands named here.
  Call,         // imm = FunctionId
  CallIndirect, // a = address of the callee
  CallVirtual,  // a = receiver; imm = StringId of the method's name and signature (Java)
  // Ends of blocks. Successors are in the block.
  Return, // [a]
  Jump,
  Branch, // a; successors: taken, not taken
  Switch, // a, case values…; successors: default, then one for each case value
  Throw,  // [a]; leaves through the block's handlers, or the function
  Unreachable,
};

enum class Storage : uint8_t { Stack, Heap };
enum class MemoryOrder : uint8_t { None, Unordered, Relaxed, Consume, Acquire, Release, AcquireRelease, Sequential };
enum class BinaryKind : uint8_t { Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr, Min, Max, Nand, Exchange, Other };
enum class CompareKind : uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Other };

// Consume is what compilers make of it: acquire.
inline bool acquires(MemoryOrder order) {
  return order == MemoryOrder::Consume || order == MemoryOrder::Acquire || order == MemoryOrder::AcquireRelease ||
         order == MemoryOrder::Sequential;
}
inline bool releases(MemoryOrder order) {
  return order == MemoryOrder::Release || order == MemoryOrder::AcquireRelease || order == MemoryOrder::Sequential;
}
CompareKind negated(CompareKind kind);  // what holds when this does not
CompareKind mirrored(CompareKind kind); // what holds when the two sides change places

struct Instruction {
  Opcode opcode = Opcode::Unreachable;
  union {
    uint8_t kind = 0; // the raw byte of the next four, of which an opcode uses at most one
    Storage storage;
    BinaryKind binary;
    CompareKind compare;
  };
  MemoryOrder order = MemoryOrder::None;
  MemoryOrder order2 = MemoryOrder::None;
  bool isVolatile : 1 = false;
  bool isUnsigned : 1 = false;  // Compare, Binary: the operands are unsigned
  bool isSynthetic : 1 = false; // made by the front end; a person would not see an access here
  uint32_t operandCount = 0;
  uint32_t firstOperand = 0;
  uint32_t firstIncoming = 0; // Phi: index into Program::incoming
  LocalId result;
  TypeId type;
  PositionId position;
  int64_t immediate = 0;
};

constexpr bool isTerminator(Opcode op) { return op >= Opcode::Return; }
constexpr bool isCall(Opcode op) { return op >= Opcode::Call && op <= Opcode::CallVirtual; }
constexpr bool isAtomic(Opcode op) { return op >= Opcode::AtomicLoad && op <= Opcode::CompareExchange; }
constexpr bool writesMemory(Opcode op) {
  return op == Opcode::Store || op == Opcode::MemoryCopy || op == Opcode::MemorySet ||
         (isAtomic(op) && op != Opcode::AtomicLoad);
}

} // namespace steward
