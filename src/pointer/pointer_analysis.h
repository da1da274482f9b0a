// What every pointer may point to, and who may call whom: inclusion-based, field-sensitive, with the call graph built
// on the fly and a context policy that keeps copies of functions apart (O2 section 3.2).
//
//   p = malloc(8);  pthread_create(&t, 0, f, p);      f's parameter in the new origin → {heap object}
//   q = &p->next;   *q = r;                           the location (heap object, offset of next) → what r → to
//
// Sound for what the program model represents, with two documented exceptions: functions without a body or a model are
// assumed to keep no pointers they were given other than to call them back, and out-of-bounds arithmetic stays inside
// its object.
#pragma once

#include "models/models.h"
#include "pointer/context.h"
#include "pointer/graph.h"
#include "pointer/objects.h"
#include "pointer/sets.h"
#include "pointer/values.h"
#include "program/program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <string>
#include <vector>

namespace steward {

// A function in a context. Its values (FunctionValues) are nodes firstNode, firstNode + 1, …; the node after the last
// is its result.
struct Instance {
  FunctionId function;
  ContextId context;
  NodeId firstNode;
};

// A call instruction of an instance.
struct CallSite {
  InstanceId instance;
  InstructionId instruction;
  friend auto operator<=>(const CallSite&, const CallSite&) = default;
};

// A thread that a call site may start, or a signal handler that it installs.
struct ForkTarget {
  InstanceId entry;
  ObjectId thread; // what the thread's handle denotes
  const Effect* effect;
};

// A handler of an event that a call site may call: it runs the loop.
struct HandlerTarget {
  InstanceId entry;
  CallSite registered;  // the same as the loop when that is nowhere to be seen
  const Effect* effect; // that registered it
};

// A function that is to run at the end of the process.
struct ExitTarget {
  InstanceId entry;
  CallSite registered;
};

// A call to code that was not analysed.
struct UnknownCall {
  FunctionId function; // invalid: an indirect call that no function was found for
  CallSite first;
  uint32_t count = 0;
};

struct PointerOptions {
  ContextChoice context;
  // Objects are accessed as what they are declared as, and functions called as what they are, as the standards of C and
  // C++ say. Off for programs that are compiled with -fno-strict-aliasing.
  bool strictAliasing = true;
  // What makes it precise, each to be switched off so that its effect can be measured.
  bool wrapperContexts = true; // functions that wrap an allocation, a fork or a join are told apart by their calls
  bool genericContexts = true; // and so are small functions that take or return pointers to anything
  bool libraryContexts = true; // and code of libraries, by the call that enters it
  bool pointees = true;        // a pointer declared to be to a struct is to one that it may be
  bool heapTypes = true;       // heap memory is of the type it is used as
  bool views = true;           // raw memory has a view for each kind of struct it is used as
  bool signatures = true;      // calls through pointers reach functions of their own signature only
  bool refinement = true;      // what would be reported is looked at with calls and returns matched (refinement.h)

  // Switches off what a name stands for; false when there is none of that name.
  bool without(llvm::StringRef feature);
  static llvm::ArrayRef<llvm::StringRef> features();
};

class PointerAnalysis {
public:
  // `entry` is the function that the program starts with.
  static PointerAnalysis run(const Program& program, const Models& models, FunctionId entry,
                             const PointerOptions& options);

  PointerAnalysis(PointerAnalysis&&);
  ~PointerAnalysis();

  const Program& program() const { return program_; }
  bool strictAliasing() const { return options_.strictAliasing; }
  bool isRefined() const { return options_.refinement; }
  InstanceId entry() const { return InstanceId(0); }
  const IdVector<InstanceId, Instance>& instances() const { return instances_; }
  const Function& functionOf(InstanceId id) const { return program_.functions[instances_[id].function]; }
  const ObjectTable& objects() const { return objects_; }
  ObjectTable& objects() { return objects_; }

  llvm::ArrayRef<LocationId> pointsTo(InstanceId instance, ValueId value) const;
  // How many objects that is into, without listing them.
  unsigned objectCount(InstanceId instance, ValueId value) const;
  llvm::ArrayRef<LocationId> contentOf(LocationId location) const; // what is stored there, as far as it points anywhere

  llvm::ArrayRef<InstanceId> callees(CallSite site) const;
  llvm::ArrayRef<ForkTarget> forks(CallSite site) const;
  llvm::ArrayRef<HandlerTarget> handlers(CallSite loop) const; // some of its callees
  llvm::ArrayRef<ExitTarget> exitHandlers() const { return exitHandlers_; }
  // What a library keeps for an event or loop, in an object of its own; invalid when there is nothing.
  ObjectId handlersOf(ObjectId object) const { return handlersOf_.lookup_or(object, ObjectId()); }
  const CallModel* modelOf(FunctionId function) const; // the one in force, null when the body is analysed
  // The models that apply at a call: of every function it may call.
  llvm::ArrayRef<const CallModel*> modelsAt(CallSite site) const;
  // Whether what the call reaches is called by it and with its arguments, not called back by something modelled.
  bool isPlainCall(CallSite site) const;
  const Models& models() const { return models_; }
  llvm::ArrayRef<UnknownCall> unknownCalls() const { return unknownCalls_; }

  // What was solved: how much there is of what, and how often the graph was swept.
  struct Size {
    size_t instances, pointers, objects, locations, edges, sweeps;
  };
  Size size() const;
  std::string statistics() const;

private:
  friend class PointerBuilder;
  PointerAnalysis(const Program& program, const Models& models);
  NodeId nodeOf(InstanceId instance, LocalId local) const {
    const Instance& i = instances_[instance];
    return NodeId(i.firstNode.index + values_[i.function.index].slot(local));
  }
  // Thread-local variables are one object for each thread context, everything else is one.
  ContextId constantContext(InstanceId instance, ConstantId constant) const;

  const Program& program_;
  const Models& models_;
  PointerOptions options_;
  std::vector<const CallModel*> modelOf_; // by function
  std::vector<FunctionValues> values_;    // by function, of those that have instances
  ObjectTable objects_;
  std::unique_ptr<SetPool> sets_;
  std::unique_ptr<ConstraintGraph> graph_;
  mutable llvm::DenseMap<SetId, unsigned> objectCounts_;
  std::unique_ptr<ContextPolicy> policy_;
  IdVector<InstanceId, Instance> instances_;
  std::map<CallSite, std::vector<InstanceId>> callees_;
  std::map<CallSite, std::vector<ForkTarget>> forks_;
  std::map<CallSite, std::vector<HandlerTarget>> handlers_;
  std::vector<ExitTarget> exitHandlers_;
  llvm::DenseMap<ObjectId, ObjectId> handlersOf_;
  std::map<CallSite, llvm::SmallVector<const CallModel*, 1>> modelsAt_;
  std::vector<UnknownCall> unknownCalls_;
  llvm::DenseMap<LocationId, NodeId> contents_;
  llvm::DenseMap<std::pair<ConstantId, ContextId>, NodeId> constantNodes_; // the context of thread-local variables
  llvm::StringMap<uint32_t> libraryNames_;
};

} // namespace steward
