// Contexts of the pointer analysis: which copies of a function, and of the objects it allocates, are kept apart.
//
// The solver asks a policy what context a callee runs in; it never looks inside one. Policies:
//   none        one copy of everything
//   callsite:K  one for each chain of the last K call sites
//   origin:K    one for each chain of the last K origins (O2 section 3.2): calls stay in their caller's origin, a fork
//               enters a new one; a handler of an event is an origin too, inside that of the thread that runs its
//               loop (K > 1). Functions that wrap a fork or an allocation are told apart by one call site as well,
//               and code of libraries (templates in system headers) by the call in the program's own code that entered
//               it.
#pragma once

#include "program/ids.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace steward {

using ContextId = Id<struct ContextTag>;

class ContextPolicy {
public:
  virtual ~ContextPolicy() = default;
  virtual ContextId initial() = 0;
  virtual ContextId call(FunctionId caller, ContextId context, InstructionId site, FunctionId callee) = 0;
  virtual ContextId fork(ContextId caller, InstructionId site, FunctionId entry) = 0;
  // A handler that the loop of `caller` calls.
  virtual ContextId handle(ContextId caller, InstructionId loop, FunctionId entry) = 0;
  // What is one for each thread of execution (thread-local variables, thread-specific data) belongs to this context.
  virtual ContextId thread(ContextId context) = 0;
};

struct ContextChoice {
  enum Kind { None, CallSite, Origin } kind = Origin;
  unsigned depth = 1;
  // "none", "callsite:2", "origin:1"; nothing when malformed.
  static std::optional<ContextChoice> parse(llvm::StringRef text);
};

// What an origin policy tells apart further.
struct SpecialFunctions {
  llvm::DenseSet<FunctionId> wrappers; // by their call site
  llvm::DenseSet<FunctionId> library;  // by the call site that entered the library
};

std::unique_ptr<ContextPolicy> makePolicy(ContextChoice choice, SpecialFunctions special);

} // namespace steward
