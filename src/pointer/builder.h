// Builds and solves the constraint graph of a PointerAnalysis. Instances get their constraints when they are first
// reached; calls are resolved as function addresses arrive at them.
#pragma once

#include "pointer/allocation.h"
#include "pointer/call_parts.h"
#include "pointer/pointer_analysis.h"

#include "llvm/ADT/DenseSet.h"

#include <array>
#include <memory>
#include <set>

namespace steward {

class PointerBuilder {
public:
  explicit PointerBuilder(PointerAnalysis& analysis);
  void run(FunctionId entry);

private:
  // Only a pointer-sized or larger value can hold a pointer.
  static constexpr int64_t pointerBytes = 8;

  struct Constraint {
    enum Kind : uint8_t {
      Load,          // node ⊇ *elements; a: bytes; index: an AccessedAs
      Store,         // *elements ⊇ node; a: bytes; index: an AccessedAs
      Move,          // node ⊇ elements + a bytes; flag: of those that may be of type `index`
      Only,          // node ⊇ elements, with flag only those that may be of type `index`
      Step,          // node ⊇ elements + a * b bytes; flag: b is known
      Bases,         // node ⊇ elements, and where the base classes of what they are start
      Anywhere,      // node ⊇ anywhere in the elements' objects
      CopyTo,        // index: a memory copy whose target pointer this is
      CopyFrom,      // index: a memory copy whose source pointer this is
      Spread,        // once there are elements: the location `index` ⊇ node
      Call,          // index: a call site that calls the elements
      Receiver,      // index: a call of a method on the elements
      Fork,          // index: a call effect whose entry the elements are
      CallBack,      // index: a call effect whose entry the elements are
      AtExit,        // index: a call effect whose entry the elements are
      KeyDestructor, // index: a call effect whose entry the elements are
      UnknownCall,   // index: a call site of an unknown function that may call the elements back
      LoadHandlers,  // node ⊇ the handlers of the elements
      StoreHandlers, // the handlers of the elements ⊇ node
      LoadLoops,     // node ⊇ the loops that the elements belong to
      StoreLoops,    // the loops that the elements belong to ⊇ node
      Dispatch,      // index: a call effect that calls the elements, which are handlers
      Handle,        // index: a dispatch of a handler whose entry the elements are
    } kind;
    bool flag = false;
    NodeId node;
    int64_t a = 0, b = 0;
    uint32_t index = 0;
    NodeId base = {}; // Move, Only: the elements' node
  };
  // Where Move, Step, Bases and Anywhere lead, apart from the nodes.
  struct Way {
    Constraint::Kind kind;
    bool flag;
    int64_t a, b;
    uint32_t index;
    friend auto operator<=>(const Way&, const Way&) = default;
  };
  // What an access says of the place: that it is declared as a pointer, or as a number, or nothing.
  enum AccessedAs : uint32_t { Anything, Pointer, Number };
  struct CopyLength {
    uint64_t bytes = Location::any; // any when unknown
    bool isStructured = true;       // a multiple of something that has room for a pointer
  };
  struct MemoryCopy {
    CopyLength length;
    TypeId type;              // of what is copied, if the pointers are declared to be to something as long
    bool isOfPointers = true; // whether what lies in no struct may be pointers
  };
  struct CallEffect {
    CallSite site;
    const Effect* effect;
  };
  // A handler that was registered, and a loop that calls it. In events.cpp.
  struct Registration {
    CallEffect at;
    NodeId entry, object, loop; // invalid where the call has none
    NodeId self;                // points to `handler`
    ObjectId handler = {};
    bool isCurrent = false;    // it is a handler of the current loop
    bool isDispatched = false; // some loop calls it
  };
  struct Dispatcher {
    CallEffect at;
    NodeId loop;     // invalid where the call has none
    NodeId handlers; // that it calls
    bool isCurrent = false;
  };
  struct DispatchedHandler {
    CallSite loop;
    uint32_t registration;
  };
  // Something that wants to know of every place in an object, also of those that are found later.
  struct Watch {
    uint64_t low, high; // offsets in [low, high)
    NodeId load;        // ⊇ each place, or
    NodeId store;       // ⊆ each place, or
    LocationId copyTo;  // a copy of each place goes there, moved by its distance from `low`
  };

  // Nodes.
  NodeId node(InstanceId instance, ValueId value);
  NodeId resultOf(InstanceId instance);
  NodeId content(LocationId location);
  NodeId constantNode(ConstantId constant, ContextId context);
  void flow(NodeId from, NodeId to, TypeId pointee); // what `to` is declared to point to
  TypeId structOf(TypeId pointer) const;             // that it is declared to point to; invalid when it is no struct
  NodeId temporary() { return graph_.addNodes(1); }
  void constrain(NodeId node, Constraint constraint);
  void point(NodeId node, ObjectId object, uint64_t offset = 0);

  // Constraints of the program.
  void findStorage();
  void addInitializers(GlobalId global, ObjectId object);
  InstanceId instance(FunctionId function, ContextId context);
  void addInstance(InstanceId id);
  void addInstruction(InstanceId id, InstructionId instruction);
  void addArithmetic(InstanceId id, const Instruction& i);
  CopyLength copyLength(const Function& function, ValueId length) const;
  bool isAnswer(InstanceId id, ValueId stored) const;
  MemoryCopy copyOf(FunctionId function, ValueId to, ValueId from, CopyLength length);
  void addCopy(NodeId to, NodeId from, MemoryCopy copy);
  ObjectId heapObject(CallSite site, const Effect* effect);

  // Calls: in calls.cpp.
  void addCall(InstanceId id, InstructionId instruction);
  ContextPolicy::Call callAt(CallSite site, FunctionId callee) const;
  ContextId contextFor(CallSite site, FunctionId callee);
  llvm::SmallVector<NodeId, 8> argumentNodes(CallSite site);
  bool isMethod(FunctionId function) const;
  void callOnReceivers(CallSite site, FunctionId callee);
  void callOn(CallSite site, FunctionId callee, LocationId receiver);
  void link(CallSite site, FunctionId callee);
  TypeId declaredSignature(CallSite site) const;
  bool mayPointAlike(TypeId a, TypeId b) const;
  bool maySignaturesMatch(CallSite site, FunctionId callee) const;
  bool relaxSignatures();
  void enter(CallSite site, InstanceId callee, llvm::ArrayRef<NodeId> arguments, bool bindResult);
  void bindArguments(InstanceId callee, llvm::ArrayRef<NodeId> arguments);
  void applyModel(CallSite site, const CallModel& model, FunctionId callee);
  void applyEffect(CallSite site, const Effect& effect, FunctionId callee);
  void callUnknown(CallSite site, FunctionId callee);
  bool isForData(FunctionId function, size_t parameter, size_t arguments) const;
  void callBackUnknown(CallSite site, FunctionId callee);
  void noteUnknown(CallSite site, FunctionId callee);
  void fork(const CallEffect& effect, FunctionId entry);
  void callBack(const CallEffect& effect, FunctionId entry);
  void callStored(const CallEffect& effect, llvm::StringRef variable);
  void atExit(const CallEffect& effect, FunctionId entry);
  void keyDestructor(FunctionId destructor);
  void callKeyDestructor(CallSite site, const Effect& effect, FunctionId destructor);
  TypeId returnedPointee(FunctionId function) const;
  uint32_t libraryStorage(llvm::StringRef name);
  NodeId threadNode(llvm::DenseMap<ContextId, NodeId>& nodes, ContextId thread);
  ValueId part(CallSite site, CallPart part) const; // invalid when the call does not have it
  NodeId partNode(CallSite site, CallPart part);
  llvm::SmallVector<NodeId, 4> handedOver(CallSite site, const Effect& effect);

  // Event loops: in events.cpp.
  void registerHandler(CallSite site, const Effect& effect);
  void dispatchHandlers(CallSite site, const Effect& effect);
  void dispatch(CallSite loop, uint32_t registration);
  void handle(const DispatchedHandler& dispatched, FunctionId entry);
  NodeId currentLoop(llvm::StringRef name);
  void attach(NodeId object, NodeId loop);
  LocationId handlersAt(LocationId place);
  LocationId loopsAt(LocationId place);
  bool isWithoutLoop(const Registration& registration);
  bool relaxHandlers();

  // Solving: in solving.cpp.
  void apply(const Constraint& constraint, SetId fresh);
  void applyEach(const Constraint& constraint, LocationId location);
  SetId moved(const Constraint& constraint, SetId elements);
  llvm::SmallVector<LocationId, 4> endsOf(const Constraint& constraint, LocationId from);
  NodeId hub(const Constraint& access, SetId elements);
  NodeId crowd(SetId elements);
  void copyCrowd(const Constraint& copy, SetId elements);
  void collapse(LocationId memory);
  bool relaxTypes();
  bool relaxText();
  bool leavesNothing(Constraint constraint);
  bool relaxViews();
  void load(LocationId from, NodeId into, uint64_t bytes, AccessedAs as = Anything);
  void store(LocationId to, NodeId from, uint64_t bytes, AccessedAs as = Anything);
  AccessedAs accessedAs(InstanceId instance, const Instruction& access) const;
  bool mayBeAccessedAs(LocationId location, AccessedAs as) const;
  void copyThrough(uint32_t copy, LocationId place, bool isTarget);
  void copyPlaces(LocationId to, LocationId from, CopyLength length);
  bool isText(GlobalId global) const;
  bool isReadOnly(ObjectId object) const;
  void watch(ObjectId object, Watch watch);
  void show(const Watch& watch, LocationId place);
  void copyPlace(const Watch& watch, LocationId place);

  PointerAnalysis& a_;
  const Program& program_;
  ObjectTable& objects_;
  ConstraintGraph& graph_;
  Allocations allocations_;
  std::vector<Constraint> constraints_;
  std::vector<MemoryCopy> copies_;
  std::vector<CallSite> sites_;
  std::vector<std::pair<uint32_t, FunctionId>> receiverCalls_; // a call site and the method it calls
  std::vector<CallEffect> effects_;
  llvm::DenseMap<ObjectId, std::vector<Watch>> watches_;
  llvm::DenseSet<std::tuple<uint32_t, uint64_t, uint64_t, uint32_t, uint32_t>> watching_; // against twice the same
  static constexpr uint32_t crowdSize = 400;
  NodeId crowd_;                     // what lies in places that some pointer to very many is to
  llvm::DenseSet<uint32_t> inCrowd_; // those places
  std::map<Way, uint32_t> ways_;
  // Where each way leads from each location.
  static constexpr uint32_t unknownEnd = ~uint32_t{0}, noEnd = unknownEnd - 1, severalEnds = unknownEnd - 2;
  class Ends {
  public:
    uint32_t& operator[](uint32_t location);

  private:
    // Few of all locations go each way, and those lie together.
    static constexpr uint32_t pageSize = 64;
    std::vector<std::unique_ptr<std::array<uint32_t, pageSize>>> pages_;
  };
  std::vector<Ends> ends_; // by way
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, llvm::SmallVector<LocationId, 4>> several_;
  llvm::DenseMap<std::pair<SetId, uint32_t>, SetId> moves_;                            // set, way
  llvm::DenseMap<std::tuple<SetId, uint64_t, uint32_t>, NodeId> loadHubs_, storeHubs_; // set, bytes, as what
  llvm::DenseSet<std::tuple<uint32_t, uint32_t, uint64_t>> copiesDone_;
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> anyLoads_;
  llvm::DenseSet<uint32_t> anyStores_;
  std::map<std::pair<CallSite, FunctionId>, bool> linked_;
  std::map<CallSite, std::vector<FunctionId>> mismatched_; // indirect calls and functions of another signature
  llvm::DenseMap<std::pair<FunctionId, ContextId>, InstanceId> instanceIds_;
  llvm::DenseMap<FunctionId, bool> hasInstance_;
  llvm::DenseMap<ContextId, NodeId> threadSpecific_, threadExits_;
  std::map<FunctionId, uint32_t> unknownIndex_; // the invalid one for calls with no known target
  std::vector<FunctionId> keyDestructors_;
  std::vector<CallEffect> keySetters_;
  std::vector<Registration> registrations_;
  std::vector<DispatchedHandler> dispatched_;
  std::set<std::pair<CallSite, uint32_t>> dispatchesDone_;
  std::vector<Dispatcher> dispatchers_;
  llvm::StringMap<NodeId> currentLoops_;
  GlobalId exitHandlers_; // the start function's variable of functions to call at the end
  std::vector<InstanceId> pendingInstances_;
};

} // namespace steward
