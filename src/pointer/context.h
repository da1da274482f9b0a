// Contexts of the pointer analysis: which copies of a function, and of the objects it allocates, are kept apart.
//
// A context has two parts. The policy's part says how the program as a whole is told apart:
//   none        one copy of everything
//   callsite:K  one for each chain of the last K call sites
//   object:K    one for each chain of the last K objects that methods were called on
//   origin:K    one for each chain of the last K origins (O2 section 3.2): calls stay in their caller's origin, a fork
//               enters a new one; a handler of an event is an origin too, inside that of the thread that runs its
//               loop (K > 1)
// The other part is the same under each policy: small functions that say little by themselves are told apart by the
// calls that led to them. These are wrappers (of an allocation, a fork or a join; a chain of wrappers that give out
// pointers to anything counts as one, by the call that entered it: only there it shows what is wanted), generic code
// (void* in, void* out: what a template is in C++), and code of libraries, by the call in the program's own code that
// entered it.
//
// The solver asks what context a callee runs in; it never looks inside one.
#pragma once

#include "program/ids.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace steward {

using ContextId = Id<struct ContextTag>;

struct ContextChoice {
  enum Kind { None, CallSite, Object, Origin } kind = Origin;
  unsigned depth = 1;
  // "none", "callsite:2", "object:1", "origin:1"; nothing when malformed.
  static std::optional<ContextChoice> parse(llvm::StringRef text);
};

// What is told apart by call sites under every policy.
struct SpecialFunctions {
  llvm::DenseSet<FunctionId> wrappers;
  llvm::DenseSet<FunctionId> links; // wrappers of allocations that give out pointers to anything
  llvm::DenseSet<FunctionId> generic;
  llvm::DenseSet<FunctionId> library; // by the call site that entered the library
  llvm::DenseSet<FunctionId> popular; // called in so many ways that two calls have to do

  bool isByCallSite(FunctionId f) const { return wrappers.contains(f) || generic.contains(f); }
};

class ContextPolicy {
public:
  ContextPolicy(ContextChoice choice, SpecialFunctions special);

  ContextId initial() const { return ContextId(0); }
  // A call of `callee` at `site`. A call through a pointer does not tell special functions apart: where it goes is not
  // known well enough to be worth copies of everything it may reach.
  struct Call {
    FunctionId caller;
    InstructionId site;
    FunctionId callee;
    bool isSpecific = true;
  };
  ContextId call(ContextId context, const Call& call);
  // A method's call on an object, under object:K. The number is the object's.
  ContextId callOn(ContextId context, const Call& call, uint32_t receiver);
  // The same function, called only to destroy what it could also make.
  ContextId destroying(ContextId context);
  bool isDestroying(ContextId context) const { return contexts_[context.index].isDestroying; }
  ContextId fork(ContextId caller, InstructionId site, FunctionId entry);
  // What handles a signal is handed nothing by who installed it: one for the process, however often it is installed.
  ContextId install(FunctionId entry);
  // A handler that a loop calls.
  ContextId handle(ContextId caller, InstructionId loop, FunctionId entry);
  // What is one for each thread of execution (thread-local variables, thread-specific data) belongs to this context.
  ContextId thread(ContextId context);

  bool isByReceiver() const { return choice_.kind == ContextChoice::Object; }
  const SpecialFunctions& special() const { return special_; }
  // The calls that led to a special function, the last one last.
  llvm::ArrayRef<uint32_t> callSites(ContextId context) const { return contexts_[context.index].calls; }

private:
  // More would tell hardly anything apart and multiply copies.
  static constexpr unsigned maxCalls = 3, maxCallsOfPopular = 2;

  struct Context {
    std::vector<uint32_t> policy; // call sites, objects or origins
    FunctionId handler;           // of an event, that the last of the origins runs
    std::vector<uint32_t> calls;
    bool isDestroying = false;
    friend auto operator<=>(const Context&, const Context&) = default;
  };
  ContextId make(Context context);
  std::vector<uint32_t> callsInto(const Context& context, const Call& call) const;

  ContextChoice choice_;
  SpecialFunctions special_;
  std::map<Context, ContextId> ids_;
  std::vector<Context> contexts_;
  std::map<std::tuple<uint32_t, std::vector<uint32_t>, uint32_t>, uint32_t> originIds_;
};

} // namespace steward
