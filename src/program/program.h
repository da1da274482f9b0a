// The neutral model of a whole program: what every front end produces and every analysis reads.
//
//   int total;                              global @total : int
//   void add(int n) { total += n; }         function @add(%n) {
//                                           b0:
//                                             %1 = load &total, 4
//                                             %2 = binary add %1, %n
//                                             store &total, %2, 4
//                                             return
//                                           }
//
// Everything lives in flat arrays indexed by typed ids; a function's blocks, a block's instructions and an
// instruction's operands are contiguous. Invariants (checked by verify.h):
//  1. Every id in the program indexes its array; every local of a function is defined once, by a parameter or a result.
//  2. A block ends with exactly one terminator, and has one nowhere else; Phi stands only at a block's head.
//  3. Block 0 of a function is its entry and has no predecessors; a function without blocks is a declaration.
//  4. Definitions dominate uses.
#pragma once

#include "program/ids.h"
#include "program/instruction.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace steward {

// Interned strings: equal text, equal id. Id 0 is the empty string.
class StringTable {
public:
  StringTable() { intern(""); }
  StringId intern(llvm::StringRef text);
  StringId find(llvm::StringRef text) const; // invalid when absent
  llvm::StringRef operator[](StringId id) const { return id.valid() ? texts_[id] : llvm::StringRef(); }
  size_t size() const { return texts_.size(); }

private:
  llvm::StringMap<StringId> ids_;
  IdVector<StringId, llvm::StringRef> texts_;
};

// Where something stands in the source. `inlinedAt` is the place of the call when the code was inlined there.
struct Position {
  StringId file;
  uint32_t line = 0;
  uint32_t column = 0;
  StringId function; // the name a person would use for the enclosing function
  PositionId inlinedAt;
  friend bool operator==(const Position&, const Position&) = default;
};

enum class TypeKind : uint8_t { Void, Integer, Float, Pointer, Struct, Union, Array, Function };

struct TypeField {
  StringId name; // empty for an anonymous member
  uint64_t offset = 0;
  TypeId type;
  uint16_t bitOffset = 0;   // of a bit-field, from `offset`
  uint16_t bitWidth = 0;    // 0: not a bit-field
  PositionId position = {}; // of its declaration, when that is the program's own and not a library's
};

struct Type {
  TypeKind kind = TypeKind::Void;
  StringId name; // as in the source: "struct conn", "std::mutex", "int"
  uint64_t size = 0;
  TypeId element;     // Pointer, Array: what it points to or holds; Function: what it returns
  uint64_t count = 0; // Array: number of elements, 0 if unknown
  uint32_t firstField = 0;
  uint32_t fieldCount = 0; // Struct, Union: members; Function: parameters
};

enum class ConstantKind : uint8_t { Undefined, Null, Integer, Float, Global, Function };

// A constant operand. Global and Function are addresses: the symbol's, plus `offset` bytes.
struct Constant {
  ConstantKind kind = ConstantKind::Undefined;
  uint32_t symbol = 0;
  int64_t value = 0; // Integer: the value; Global: the byte offset
  TypeId type;
  friend bool operator==(const Constant&, const Constant&) = default;
};

// A part of the initial value of a global: an address, a number other than zero, or, as undefined, a long row of
// numbers that starts there. Of constants only the addresses are kept. What is not listed is zero.
struct Initializer {
  uint64_t offset = 0;
  ValueId value;
};

struct Global {
  StringId name;     // as in the source; a function's static variable as "counter"
  StringId linkName; // unique in the program
  TypeId type;
  uint64_t size = 0;
  PositionId position;
  FunctionId owner; // for a static variable of a function
  bool isConstant = false;
  bool isThreadLocal = false;
  bool isExternal = false;  // declared here, defined elsewhere
  bool isSynthetic = false; // string literals, virtual tables and the like
  uint32_t firstInitializer = 0;
  uint32_t initializerCount = 0;
};

struct Local {
  StringId name;            // the source variable this value is, if any
  TypeId type;              // of that variable; a hint
  InstructionId definition; // invalid for a parameter
};

// Whether the source declares a function to be the entry of an origin, which runs beside all else: any number at once,
// or one at a time.
enum class OriginMark : uint8_t { None, Many, Once };

struct Function {
  StringId name;     // as in the source, without parameters: "std::thread::join"
  StringId linkName; // unique in the program: the symbol, or the symbol and its module for a static function
  TypeId type;
  PositionId position;
  uint32_t parameterCount = 0; // the first locals
  uint32_t firstLocal = 0;     // in Program::locals
  uint32_t localCount = 0;
  BlockId firstBlock;
  uint32_t blockCount = 0;
  bool isVariadic = false;
  bool isNoReturn = false;
  bool mayThrow = true;
  OriginMark origin = OriginMark::None;
  bool isDeclaration() const { return blockCount == 0; }
};

struct Block {
  FunctionId function;
  InstructionId firstInstruction;
  uint32_t instructionCount = 0;
  uint32_t firstSuccessor = 0; // in Program::successors
  uint32_t successorCount = 0;
  uint32_t firstHandler = 0; // in Program::handlers: where control may go when something in this block throws
  uint32_t handlerCount = 0;
};

// Something the front end could not represent; it is counted and listed in every report.
struct Omission {
  StringId what;       // "inline assembly", "indirectbr", …
  PositionId position; // of the first
  uint32_t count = 0;
};

// What the source says about races on a variable or a member, or about those that a function takes part in:
// annotate("steward::norace"), annotate("steward::benign(why)"), guarded_by(lock), requires_capability(lock).
enum class MarkKind : uint8_t { NoRace, Benign, GuardedBy, Requires };
enum class MarkTarget : uint8_t { Global, Function, Field, Local };

struct Mark {
  MarkKind kind = MarkKind::NoRace;
  MarkTarget target = MarkTarget::Global;
  StringId text;       // why a race does no harm; the lock, as the source names it
  GlobalId global;     // Global
  FunctionId function; // Function, Local
  LocalId local;       // Local: the address of the variable
  TypeId type;         // Field: the struct
  uint64_t offset = 0; // Field
  friend bool operator==(const Mark&, const Mark&) = default;
};

// Names of what a front end adds for the life of the process: the function that stands for its start (it calls the
// constructors of static objects, main, then the destructors and what was registered to run at the end), and the
// variable through which it calls the latter. What starts declared origins before all that is added later (process.h).
inline constexpr llvm::StringLiteral startFunctionName = "_start";
inline constexpr llvm::StringLiteral processFunctionName = "(process)";
inline constexpr llvm::StringLiteral exitHandlersName = "(exit handlers)";

// The one type that a typedef makes of an integer: what C and C++ let a signal handler share with the rest.
inline constexpr llvm::StringLiteral signalAtomicName = "sig_atomic_t";

// The element of an array of bytes that is there for something else to lie in: what std::function keeps a small
// function in, std::make_shared an object.
inline constexpr llvm::StringLiteral storageByteName = "storage byte";

struct Program {
  StringTable strings;
  IdVector<PositionId, Position> positions;
  IdVector<TypeId, Type> types;
  std::vector<TypeField> typeFields;
  IdVector<ConstantId, Constant> constants;
  IdVector<GlobalId, Global> globals;
  std::vector<Initializer> initializers;
  IdVector<FunctionId, Function> functions;
  std::vector<Local> locals;
  IdVector<BlockId, Block> blocks;
  std::vector<BlockId> successors;
  std::vector<BlockId> handlers;
  IdVector<InstructionId, Instruction> instructions;
  std::vector<ValueId> operands;
  std::vector<BlockId> incoming;
  std::vector<Omission> omissions;
  std::vector<Mark> marks;

  llvm::StringRef text(StringId id) const { return strings[id]; }
  IdRange<BlockId> blocksOf(const Function& f) const { return ids(f.firstBlock, f.blockCount); }
  IdRange<InstructionId> instructionsOf(const Block& b) const { return ids(b.firstInstruction, b.instructionCount); }
  llvm::ArrayRef<ValueId> operandsOf(const Instruction& i) const {
    return llvm::ArrayRef(operands).slice(i.firstOperand, i.operandCount);
  }
  llvm::ArrayRef<BlockId> incomingOf(const Instruction& phi) const {
    return llvm::ArrayRef(incoming).slice(phi.firstIncoming, phi.operandCount);
  }
  llvm::ArrayRef<BlockId> successorsOf(const Block& b) const {
    return llvm::ArrayRef(successors).slice(b.firstSuccessor, b.successorCount);
  }
  llvm::ArrayRef<BlockId> handlersOf(const Block& b) const {
    return llvm::ArrayRef(handlers).slice(b.firstHandler, b.handlerCount);
  }
  llvm::ArrayRef<TypeField> fieldsOf(const Type& t) const {
    return llvm::ArrayRef(typeFields).slice(t.firstField, t.fieldCount);
  }
  llvm::ArrayRef<Initializer> initializersOf(const Global& g) const {
    return llvm::ArrayRef(initializers).slice(g.firstInitializer, g.initializerCount);
  }
  const Local& local(const Function& f, LocalId id) const { return locals[f.firstLocal + id.index]; }
  Local& local(const Function& f, LocalId id) { return locals[f.firstLocal + id.index]; }

  // The number that an operand is.
  std::optional<int64_t> integer(ValueId v) const {
    if (!v.isConstant() || constants[v.constant()].kind != ConstantKind::Integer) return std::nullopt;
    return constants[v.constant()].value;
  }

  FunctionId calleeOf(const Instruction& call) const {
    return call.opcode == Opcode::Call ? FunctionId(static_cast<uint32_t>(call.immediate)) : FunctionId();
  }
  // The arguments of a call, without the callee's address (an indirect call); the receiver of a virtual call is the
  // first.
  llvm::ArrayRef<ValueId> argumentsOf(const Instruction& call) const {
    return operandsOf(call).drop_front(call.opcode == Opcode::CallIndirect ? 1 : 0);
  }
};

} // namespace steward
