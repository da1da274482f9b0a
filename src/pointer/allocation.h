// What heap allocations are: how large, and of what type, as far as the code around them shows.
//
//   void *xmalloc(size_t n) { return malloc(n); }
//   struct conn *c = xmalloc(sizeof(struct conn));        a conn, of 64 bytes
//
// The type is how the result is used: the variable it is put in, the members taken of it, the member or global variable
// it is stored to, the parameter it is passed as, what its function is declared to return. In a wrapper, whose own
// result it is, the call of the wrapper tells; which call that is, the context knows.
#pragma once

#include "models/models.h"
#include "pointer/context.h"
#include "program/layout.h"
#include "program/library.h"
#include "program/program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <functional>

namespace steward {

using ModelOf = std::function<const CallModel*(FunctionId)>;

// For each local of a function, the type that it is used as a pointer to; invalid where nothing tells, or where two
// uses disagree.
std::vector<TypeId> pointeeHints(const Program& program, Layout& layout, const Function& function);

// Functions whose result is what they or other such functions allocated, or that fork with what they were given, or
// join a thread whose handle they were given: a call site of theirs stands for the allocation, the fork or the join.
llvm::DenseSet<FunctionId> findWrappers(const Program& program, const ModelOf& modelOf);

// Whether a call through a pointer has the signature of an allocator: numbers, or a pointer and numbers, to a pointer.
bool isAllocatorCall(const Program& program, const Instruction& call);

// Small functions that take or return pointers to anything.
llvm::DenseSet<FunctionId> findGeneric(const Program& program);

// Functions with a body that are not the program's own: inline functions and templates from the system's headers.
llvm::DenseSet<FunctionId> findLibrary(const Program& program);
bool isLibrary(const Program& program, const Function& function);

struct HeapShape {
  TypeId type;          // of one element; invalid when not known
  uint64_t bytes = 0;   // 0 when not known
  bool hasTail = false; // something else may follow one element
};

class Allocations {
public:
  Allocations(const Program& program, Layout& layout) : program_(program), layout_(layout) {}

  // Calls back with every instruction or global variable whose value is the address of what may be an array of
  // characters, and which is used as a pointer to some struct.
  void findStorage(FunctionId function, llvm::function_ref<void(InstructionId)> ofInstruction,
                   llvm::function_ref<void(GlobalId)> ofGlobal);

  // Of what the call instruction `at` in function `in` allocates, which `calls` led to (ContextPolicy::callSites).
  HeapShape shape(InstructionId at, FunctionId in, const Effect* effect, llvm::ArrayRef<uint32_t> calls);

  // What a value is used as a pointer to.
  TypeId pointee(FunctionId function, ValueId value);

private:
  const std::vector<TypeId>& hintsOf(FunctionId function);
  struct Size {
    std::optional<uint64_t> bytes;
    uint64_t multipleOf = 1;
  };
  // A value of a function, and the calls that led there.
  Size sizeOf(FunctionId in, ValueId value, llvm::ArrayRef<uint32_t> calls, unsigned depth);
  Size sizeOf(InstructionId at, FunctionId in, const Effect& effect, llvm::ArrayRef<uint32_t> calls);
  TypeId typeOf(InstructionId at, FunctionId in, llvm::ArrayRef<uint32_t> calls);
  FunctionId functionOf(InstructionId i);

  const Program& program_;
  Layout& layout_;
  llvm::DenseMap<FunctionId, std::vector<TypeId>> hints_;
  std::vector<std::pair<uint32_t, FunctionId>> firstInstructions_; // sorted
};

} // namespace steward
