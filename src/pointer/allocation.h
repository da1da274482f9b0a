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
#include "pointer/wrappers.h"
#include "program/layout.h"
#include "program/program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <map>
#include <optional>

namespace steward {

// For each local of a function, the type that it is used as a pointer to; invalid where nothing tells, or where two
// uses disagree.
std::vector<TypeId> pointeeHints(const Program& program, Layout& layout, const Function& function);

struct HeapShape {
  TypeId type;          // of one element; invalid when not known
  uint64_t bytes = 0;   // 0 when not known
  bool hasTail = false; // something else may follow one element
  uint64_t lead = 0;    // so many bytes the allocator keeps for itself, in front of what it gives out
};

class Allocations {
public:
  Allocations(const Program& program, Layout& layout, const SpecialFunctions& special)
      : program_(program), layout_(layout), special_(special) {}

  // Calls back with every instruction or global variable whose value is the address of what may be an array of
  // characters, and which is used as a pointer to some struct; and with every struct that something is put behind which
  // may be a struct again.
  void findStorage(FunctionId function, llvm::function_ref<void(InstructionId)> ofInstruction,
                   llvm::function_ref<void(GlobalId)> ofGlobal, llvm::function_ref<void(TypeId)> ofHeader);

  // Of what the call instruction `at` in function `in` allocates, which `calls` led to (ContextPolicy::callSites).
  HeapShape shape(InstructionId at, FunctionId in, const Effect* effect, llvm::ArrayRef<uint32_t> calls);

  // What a value is used as a pointer to.
  TypeId pointee(FunctionId function, ValueId value);

private:
  const std::vector<TypeId>& hintsOf(FunctionId function);
  // A number of bytes: so many of them times something, and so many more.
  struct Size {
    uint64_t multipleOf = 1; // 0: of nothing, the rest is all
    uint64_t rest = 0;
    bool isKnown() const { return multipleOf == 0; }
    bool isMultipleOf(uint64_t bytes) const { return multipleOf % bytes == 0 && rest % bytes == 0; }
    friend bool operator==(const Size&, const Size&) = default;
  };
  // A value of a function, and the calls that led there.
  using Calls = llvm::ArrayRef<uint32_t>;
  static Size product(Size a, Size b);
  Size sizeOf(FunctionId in, ValueId value, Calls calls, unsigned& steps);
  Size sizeOf(InstructionId at, FunctionId in, const Effect& effect, Calls calls);
  uint64_t leadOf(InstructionId at, FunctionId in);
  TypeId typeOf(InstructionId at, FunctionId in, Calls calls);
  FunctionId functionOf(InstructionId i);
  using Ways = std::vector<std::vector<uint32_t>>;
  Ways withChains(FunctionId in, Calls calls);
  const Ways& chains(FunctionId from, FunctionId to, unsigned depth = 0);

  const Program& program_;
  Layout& layout_;
  const SpecialFunctions& special_;
  llvm::DenseMap<FunctionId, std::vector<TypeId>> hints_;
  std::map<std::pair<FunctionId, FunctionId>, Ways> chains_;
  std::vector<std::pair<uint32_t, FunctionId>> firstInstructions_; // sorted
};

} // namespace steward
