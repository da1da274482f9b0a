// Calls: whom they reach, how values get there and back, and what modelled functions do to pointers.
#include "pointer/builder.h"

namespace steward {

ValueId PointerBuilder::part(CallSite site, CallPart part) const {
  return argumentOf(program_, program_.instructions[site.instruction], part);
}

NodeId PointerBuilder::partNode(CallSite site, CallPart p) {
  ValueId value = part(site, p);
  if (!value) return {};
  NodeId given = node(site.instance, value);
  NodeId place = given;
  if (p.offset) constrain(given, {Constraint::Move, false, place = temporary(), p.offset, 0, 0});
  if (!p.indirect) return place;
  NodeId stored = temporary();
  constrain(place, {Constraint::Load, false, stored, 8, 0, 0});
  return stored;
}

// What a function that is called back is given; an invalid node where that is no pointer of the program.
llvm::SmallVector<NodeId, 4> PointerBuilder::handedOver(CallSite site, const Effect& effect) {
  llvm::SmallVector<NodeId, 4> nodes;
  for (CallPart p : effect.arguments)
    if (p.kind == CallPart::ArgumentsFrom) {
      auto arguments = program_.argumentsOf(program_.instructions[site.instruction]);
      for (size_t k = p.index; k < arguments.size(); ++k) nodes.push_back(node(site.instance, arguments[k]));
    } else if (p.kind == CallPart::Memory) {
      std::string name = ("what handlers are given at " + llvm::Twine(site.instruction.index)).str();
      nodes.push_back(temporary());
      ContextId context = a_.instances_[site.instance].context;
      point(nodes.back(), objects_.object({ObjectKind::Library, libraryStorage(name), context, {}, {}, 0}));
    } else {
      nodes.push_back(partNode(site, p));
    }
  return nodes;
}

void PointerBuilder::addCall(InstanceId id, InstructionId instruction) {
  const Instruction& call = program_.instructions[instruction];
  CallSite site{id, instruction};
  if (call.opcode == Opcode::Call) return link(site, program_.calleeOf(call));
  if (call.opcode == Opcode::CallVirtual) return callUnknown(site, {});
  sites_.push_back(site);
  constrain(node(id, program_.operandsOf(call)[0]),
            {Constraint::Call, false, {}, 0, 0, static_cast<uint32_t>(sites_.size() - 1)});
}

ContextPolicy::Call PointerBuilder::callAt(CallSite site, FunctionId callee) const {
  const Instruction& call = program_.instructions[site.instruction];
  bool isSpecific = call.opcode == Opcode::Call || isAllocatorCall(program_, call);
  return {a_.instances_[site.instance].function, site.instruction, callee, isSpecific};
}

ContextId PointerBuilder::contextFor(CallSite site, FunctionId callee) {
  const Instance& caller = a_.instances_[site.instance];
  return a_.policy_->call(caller.context, callAt(site, callee));
}

void PointerBuilder::link(CallSite site, FunctionId callee) {
  if (!linked_.try_emplace({site, callee}, true).second) return;
  if (const CallModel* model = a_.modelOf(callee)) {
    applyModel(site, *model, callee);
    if (model->body != BodyRule::Kept || program_.functions[callee].isDeclaration()) return;
  }
  if (program_.functions[callee].isDeclaration()) return callUnknown(site, callee);
  if (a_.policy_->isByReceiver() && isMethod(callee)) return callOnReceivers(site, callee);
  auto arguments = argumentNodes(site);
  ContextId context = contextFor(site, callee);
  // What is told to be cloned to where it is, is destroyed.
  const CallModel* model = a_.modelOf(callee);
  bool destroys = (arguments.size() > 1 && arguments[0] == arguments[1]) ||
                  a_.policy_->isDestroying(a_.instances_[site.instance].context);
  if (destroys && model && model->has(EffectKind::Answer)) context = a_.policy_->destroying(context);
  enter(site, instance(callee, context), arguments, true);
}

llvm::SmallVector<NodeId, 8> PointerBuilder::argumentNodes(CallSite site) {
  llvm::SmallVector<NodeId, 8> arguments;
  for (ValueId argument : program_.argumentsOf(program_.instructions[site.instruction]))
    arguments.push_back(node(site.instance, argument));
  return arguments;
}

bool PointerBuilder::isMethod(FunctionId function) const {
  const Function& f = program_.functions[function];
  return f.parameterCount > 0 && program_.text(program_.local(f, LocalId(0)).name) == "this";
}

// Under object:K a method runs once for each object it is called on; which these are comes up while solving.
void PointerBuilder::callOnReceivers(CallSite site, FunctionId callee) {
  auto arguments = program_.argumentsOf(program_.instructions[site.instruction]);
  if (arguments.empty()) return;
  sites_.push_back(site);
  receiverCalls_.push_back({static_cast<uint32_t>(sites_.size() - 1), callee});
  constrain(node(site.instance, arguments[0]),
            {Constraint::Receiver, false, {}, 0, 0, static_cast<uint32_t>(receiverCalls_.size() - 1)});
}

void PointerBuilder::callOn(CallSite site, FunctionId callee, LocationId receiver) {
  uint32_t object = objects_[receiver].object.index;
  ContextId context = a_.policy_->callOn(a_.instances_[site.instance].context, callAt(site, callee), object);
  InstanceId target = instance(callee, context);
  llvm::SmallVector<NodeId, 8> arguments = argumentNodes(site);
  arguments[0] = ConstraintGraph::nothing; // not all that it may be, only this one
  enter(site, target, arguments, true);
  graph_.addElement(node(target, ValueId::local(LocalId(0))), receiver.index);
}

// What the pointer that is called through is declared to point to: as a variable, or as a member or a global variable
// that it is loaded from.
TypeId PointerBuilder::declaredSignature(CallSite site) const {
  const Function& f = a_.functionOf(site.instance);
  ValueId pointer = program_.operandsOf(program_.instructions[site.instruction])[0];
  auto ofPointer = [&](TypeId id) {
    if (!id || program_.types[id].kind != TypeKind::Pointer) return TypeId();
    TypeId element = program_.types[id].element;
    return element && program_.types[element].kind == TypeKind::Function ? element : TypeId();
  };
  if (!pointer.isLocal()) return {};
  if (TypeId type = ofPointer(program_.local(f, pointer.local()).type)) return type;
  InstructionId definition = program_.local(f, pointer.local()).definition;
  if (!definition || program_.instructions[definition].opcode != Opcode::Load) return {};
  ValueId address = program_.operandsOf(program_.instructions[definition])[0];
  if (address.isConstant()) {
    const Constant& c = program_.constants[address.constant()];
    if (c.kind != ConstantKind::Global || c.value < 0) return {};
    return ofPointer(
        objects_.layout().leafAt(program_.globals[GlobalId(c.symbol)].type, static_cast<uint64_t>(c.value)));
  }
  InstructionId from = program_.local(f, address.local()).definition;
  if (!from || program_.instructions[from].opcode != Opcode::Field) return {};
  const Instruction& field = program_.instructions[from];
  return ofPointer(objects_.layout().leafAt(field.type, static_cast<uint64_t>(field.immediate)));
}

// Whether what two parameters are declared to point to can be the same: not two structs that have nothing in common.
bool PointerBuilder::mayPointAlike(TypeId a, TypeId b) const {
  auto structure = [&](TypeId pointer) {
    if (!pointer || program_.types[pointer].kind != TypeKind::Pointer) return TypeId();
    TypeId element = program_.types[pointer].element;
    bool isNamed = element && program_.types[element].kind == TypeKind::Struct &&
                   !program_.text(program_.types[element].name).empty();
    return isNamed ? element : TypeId();
  };
  TypeId x = structure(a), y = structure(b);
  if (!x || !y || program_.types[x].name == program_.types[y].name) return true;
  return objects_.layout().mayStartAt(x, 0, y) || objects_.layout().mayStartAt(y, 0, x);
}

// Whether a call of one signature can be of a function of another: as many values of the same sizes and kinds, and a
// result where one is used. Of pointers, only those to two structs tell anything; the rest C programs cast away all the
// time.
bool PointerBuilder::maySignaturesMatch(CallSite site, FunctionId callee) const {
  const Instruction& call = program_.instructions[site.instruction];
  const Function& f = program_.functions[callee];
  if (!call.type || !f.type || !a_.strictAliasing() || !a_.options_.signatures) return true;
  const Type& wanted = program_.types[call.type];
  const Type& given = program_.types[f.type];
  if (wanted.kind != TypeKind::Function || given.kind != TypeKind::Function) return true;
  if (f.isVariadic ? wanted.fieldCount < given.fieldCount : wanted.fieldCount != given.fieldCount) return false;
  auto isAlike = [&](TypeId a, TypeId b) {
    if (!a || !b) return a == b;
    const Type& x = program_.types[a];
    const Type& y = program_.types[b];
    bool isNumberOrPointer = (x.kind == TypeKind::Integer || x.kind == TypeKind::Pointer) &&
                             (y.kind == TypeKind::Integer || y.kind == TypeKind::Pointer);
    return x.size == y.size && (x.kind == y.kind || isNumberOrPointer);
  };
  for (uint32_t k = 0; k < given.fieldCount; ++k)
    if (!isAlike(program_.fieldsOf(wanted)[k].type, program_.fieldsOf(given)[k].type)) return false;
  if (TypeId declared = declaredSignature(site)) {
    auto parameters = program_.fieldsOf(program_.types[declared]);
    if (parameters.size() == given.fieldCount)
      for (uint32_t k = 0; k < given.fieldCount; ++k)
        if (!mayPointAlike(parameters[k].type, program_.fieldsOf(given)[k].type)) return false;
  }
  return !wanted.element || (given.element && isAlike(wanted.element, given.element));
}

// An indirect call to which no function of its signature was found calls whatever it found: the program casts more
// freely than the standard allows. True when there was such a call.
bool PointerBuilder::relaxSignatures() {
  bool relaxed = false;
  std::map<CallSite, std::vector<FunctionId>> mismatched;
  mismatched.swap(mismatched_);
  for (auto& [site, functions] : mismatched)
    if (!a_.callees_.count(site) && !a_.modelsAt_.count(site))
      for (FunctionId f : functions) {
        link(site, f);
        relaxed = true;
      }
  return relaxed;
}

// A call edge: arguments to parameters, the extra ones to the block of variadic arguments, the result back.
void PointerBuilder::enter(CallSite site, InstanceId callee, llvm::ArrayRef<NodeId> arguments, bool bindResult) {
  auto& callees = a_.callees_[site];
  if (!llvm::is_contained(callees, callee)) callees.push_back(callee);
  bindArguments(callee, arguments);
  const Instruction& call = program_.instructions[site.instruction];
  if (bindResult && call.result) graph_.addEdge(resultOf(callee), node(site.instance, ValueId::local(call.result)));
}

void PointerBuilder::bindArguments(InstanceId callee, llvm::ArrayRef<NodeId> arguments) {
  Instance target = a_.instances_[callee];
  const Function& f = program_.functions[target.function];
  for (uint32_t k = 0; k < arguments.size(); ++k) {
    NodeId from = arguments[k];
    if (!from) continue;
    if (k < f.parameterCount) {
      flow(from, node(callee, ValueId::local(LocalId(k))), structOf(program_.local(f, LocalId(k)).type));
    } else if (f.isVariadic) {
      ObjectId block = objects_.object({ObjectKind::VarArgs, target.function.index, target.context, callee, {}, 0});
      graph_.addEdge(from, content(objects_.location(block, 0)));
    }
  }
}

void PointerBuilder::noteUnknown(CallSite site, FunctionId callee) {
  auto [it, isNew] = unknownIndex_.try_emplace(callee, static_cast<uint32_t>(a_.unknownCalls_.size()));
  if (isNew) a_.unknownCalls_.push_back({callee, site, 0});
  ++a_.unknownCalls_[it->second].count;
}

// What a function is declared to return a pointer to.
TypeId PointerBuilder::returnedPointee(FunctionId function) const {
  TypeId signature = program_.functions[function].type;
  if (!signature || program_.types[signature].kind != TypeKind::Function) return {};
  TypeId pointer = program_.types[signature].element;
  if (!pointer || program_.types[pointer].kind != TypeKind::Pointer) return {};
  TypeId pointee = program_.types[pointer].element;
  return pointee && program_.types[pointee].size ? pointee : TypeId();
}

// Whether a parameter is declared to be what no function's address is: a number, or a pointer to a sort of data.
bool PointerBuilder::isForData(FunctionId function, size_t parameter, size_t arguments) const {
  TypeId signature = function ? program_.functions[function].type : TypeId();
  if (!signature || program_.types[signature].kind != TypeKind::Function || !a_.strictAliasing()) return false;
  auto parameters = program_.fieldsOf(program_.types[signature]);
  if (parameters.size() != arguments || !parameters[parameter].type) return false;
  const Type& type = program_.types[parameters[parameter].type];
  if (type.kind != TypeKind::Pointer) return type.kind == TypeKind::Float || type.kind == TypeKind::Integer;
  return type.element && program_.types[type.element].size != 0 &&
         program_.types[type.element].kind != TypeKind::Function;
}

// What an unknown function is given may be called back, and what it returns is its own.
void PointerBuilder::callUnknown(CallSite site, FunctionId callee) {
  noteUnknown(site, callee);
  const Instruction& call = program_.instructions[site.instruction];
  sites_.push_back(site);
  uint32_t index = static_cast<uint32_t>(sites_.size() - 1);
  auto arguments = program_.argumentsOf(call);
  for (size_t k = 0; k < arguments.size(); ++k) {
    if (isForData(callee, k, arguments.size())) continue;
    NodeId given = node(site.instance, arguments[k]);
    constrain(given, {Constraint::UnknownCall, false, {}, 0, 0, index});
  }
  if (call.result)
    point(node(site.instance, ValueId::local(call.result)),
          objects_.object({ObjectKind::Unknown, callee.index, {}, {}, {}, 0}));
}

// A function that unknown code was given is called with whatever else it was given.
void PointerBuilder::callBackUnknown(CallSite site, FunctionId callee) {
  const Function& f = program_.functions[callee];
  if (f.isDeclaration()) return;
  InstanceId target = instance(callee, contextFor(site, callee));
  enter(site, target, {}, false);
  for (ValueId argument : program_.argumentsOf(program_.instructions[site.instruction]))
    for (uint32_t k = 0; k < f.parameterCount; ++k)
      graph_.addEdge(node(site.instance, argument), node(target, ValueId::local(LocalId(k))));
}

void PointerBuilder::applyModel(CallSite site, const CallModel& model, FunctionId callee) {
  auto& models = a_.modelsAt_[site];
  if (!llvm::is_contained(models, &model)) models.push_back(&model);
  for (const Effect& effect : model.effects) applyEffect(site, effect, callee);
}

void PointerBuilder::applyEffect(CallSite site, const Effect& effect, FunctionId callee) {
  const Instruction& call = program_.instructions[site.instruction];
  NodeId result = call.result ? node(site.instance, ValueId::local(call.result)) : NodeId();
  ContextId thread = a_.policy_->thread(a_.instances_[site.instance].context);
  auto onEntry = [&](Constraint::Kind kind) {
    if (!effect.entry) return callStored({site, &effect}, effect.global);
    NodeId entry = partNode(site, effect.entry);
    if (!entry) return;
    if (effect.slot) {
      // The entry is an object: through its virtual table to the function.
      NodeId table = temporary(), slot = temporary(), function = temporary();
      constrain(entry, {Constraint::Load, false, table, 8, 0, 0});
      constrain(table, {Constraint::Step, true, slot, 8, *effect.slot, 0});
      constrain(slot, {Constraint::Load, false, function, 8, 0, 0});
      entry = function;
    }
    effects_.push_back({site, &effect});
    constrain(entry, {kind, false, {}, 0, 0, static_cast<uint32_t>(effects_.size() - 1)});
  };
  auto storeThrough = [&](NodeId pointer, NodeId value) {
    constrain(pointer, {Constraint::Store, false, value, 8, 0, 0});
  };
  switch (effect.kind) {
  case EffectKind::Fork:
  case EffectKind::HandleSignal:
    onEntry(Constraint::Fork);
    break;
  case EffectKind::Register:
    registerHandler(site, effect);
    break;
  case EffectKind::Attach:
    if (NodeId object = partNode(site, effect.object), loop = partNode(site, effect.loop); object && loop)
      attach(object, loop);
    break;
  case EffectKind::ReturnLoop:
    if (NodeId object = partNode(site, effect.object); object && result)
      constrain(object, {Constraint::LoadLoops, false, result, 0, 0, 0});
    break;
  case EffectKind::CurrentLoop:
    if (NodeId loop = partNode(site, effect.loop)) graph_.addEdge(loop, currentLoop(effect.global));
    break;
  case EffectKind::Dispatch:
    dispatchHandlers(site, effect);
    break;
  case EffectKind::CallBack:
  case EffectKind::Once:
    onEntry(Constraint::CallBack);
    break;
  case EffectKind::AtExit:
    onEntry(Constraint::AtExit);
    break;
  case EffectKind::Join:
    // What the thread returned lies behind its handle; see fork().
    if (NodeId to = partNode(site, effect.to)) {
      NodeId handle = partNode(site, effect.handle), returned = temporary();
      if (!handle) break;
      constrain(handle, {Constraint::Load, false, returned, 8, 0, 0});
      storeThrough(to, returned);
    }
    break;
  case EffectKind::ThreadExit:
    if (NodeId value = partNode(site, effect.from)) graph_.addEdge(value, threadNode(threadExits_, thread));
    break;
  case EffectKind::Allocate: {
    ObjectId object = heapObject(site, &effect);
    if (NodeId to = partNode(site, effect.to); to && effect.to.kind == CallPart::Argument) {
      NodeId address = temporary();
      point(address, object);
      storeThrough(to, address);
    } else if (result) {
      point(result, object);
    }
    break;
  }
  case EffectKind::Reallocate: {
    NodeId old = partNode(site, effect.object);
    if (!result || !old) break;
    point(result, heapObject(site, &effect));
    NodeId fresh = temporary();
    point(fresh, heapObject(site, &effect));
    graph_.addEdge(old, result); // it may not have moved
    addCopy(fresh, old, {{}, {}});
    break;
  }
  case EffectKind::Copy: {
    // A copy whose length its content tells is of text, which holds no pointers.
    if (!effect.size && !effect.bytes) break;
    NodeId to = partNode(site, effect.to), from = partNode(site, effect.from);
    if (!to || !from) break;
    const Function& caller = a_.functionOf(site.instance);
    CopyLength length = copyLength(caller, part(site, effect.size));
    if (auto bytes = extentOf(program_, call, effect)) length = {*bytes, true};
    FunctionId function = a_.instances_[site.instance].function;
    addCopy(to, from, copyOf(function, part(site, effect.to), part(site, effect.from), length));
    break;
  }
  case EffectKind::Return:
    if (NodeId object = partNode(site, effect.object); object && result) {
      if (effect.inside)
        constrain(object, {Constraint::Step, false, result, 1, 0, 0});
      else
        graph_.addEdge(object, result);
    }
    break;
  case EffectKind::Store:
    if (NodeId to = partNode(site, effect.to), from = partNode(site, effect.from); to && from) {
      NodeId value = from;
      if (effect.inside) constrain(from, {Constraint::Step, false, value = temporary(), 1, 0, 0});
      NodeId place = to;
      if (effect.anywhere) constrain(to, {Constraint::Anywhere, false, place = temporary(), 0, 0, 0});
      storeThrough(place, value);
    }
    break;
  case EffectKind::ReturnStatic:
    if (result)
      point(result, objects_.object({ObjectKind::Library,
                                     effect.global.empty() ? callee.index : libraryStorage(effect.global),
                                     effect.perThread ? thread : ContextId(),
                                     {},
                                     a_.strictAliasing() ? returnedPointee(callee) : TypeId(),
                                     0}));
    break;
  case EffectKind::KeyCreate:
    onEntry(Constraint::KeyDestructor);
    break;
  case EffectKind::KeySet:
    if (NodeId value = partNode(site, effect.from)) graph_.addEdge(value, threadNode(threadSpecific_, thread));
    // The destructors of keys run in the thread that has a value.
    for (FunctionId destructor : keyDestructors_) callKeyDestructor(site, effect, destructor);
    keySetters_.push_back({site, &effect});
    break;
  case EffectKind::KeyGet:
    if (result) graph_.addEdge(threadNode(threadSpecific_, thread), result);
    break;
  default:
    break;
  }
}

// Storage of a library is named by the model, or else by the function that returns it: numbers above those of
// functions.
uint32_t PointerBuilder::libraryStorage(llvm::StringRef name) {
  auto [it, isNew] = a_.libraryNames_.try_emplace(name, static_cast<uint32_t>(a_.libraryNames_.size()));
  return static_cast<uint32_t>(program_.functions.size()) + it->second;
}

NodeId PointerBuilder::threadNode(llvm::DenseMap<ContextId, NodeId>& nodes, ContextId thread) {
  auto [it, isNew] = nodes.try_emplace(thread, NodeId());
  if (isNew) it->second = temporary();
  return it->second;
}

// O2 table 2, rule 9: the entry runs in a new origin; what is handed over are the origin's attributes.
void PointerBuilder::fork(const CallEffect& e, FunctionId entry) {
  if (program_.functions[entry].isDeclaration()) return;
  ContextId context = e.effect->kind == EffectKind::HandleSignal
                          ? a_.policy_->install(entry)
                          : a_.policy_->fork(a_.instances_[e.site.instance].context, e.site.instruction, entry);
  InstanceId target = instance(entry, context);
  auto& forks = a_.forks_[e.site];
  for (const ForkTarget& known : forks)
    if (known.entry == target) return;
  // One handle object for each entry in each context: the number of the entry instance tells them apart.
  ObjectId thread =
      objects_.object({ObjectKind::Thread, e.site.instruction.index, ContextId(target.index), e.site.instance, {}, 0});
  forks.push_back({target, thread, e.effect});
  bindArguments(target, handedOver(e.site, *e.effect));
  if (e.effect->slot && program_.functions[entry].parameterCount > 0)
    graph_.addEdge(partNode(e.site, e.effect->entry),
                   node(target, ValueId::local(LocalId(0)))); // the object it runs on

  // The handle denotes the thread; behind it lies what the thread returns.
  NodeId returned = content(objects_.location(thread, 0));
  graph_.addEdge(resultOf(target), returned);
  graph_.addEdge(threadNode(threadExits_, a_.policy_->thread(context)), returned);
  NodeId handle = partNode(e.site, e.effect->handle);
  if (!handle) return;
  if (e.effect->handle.kind == CallPart::Result) {
    point(handle, thread);
  } else {
    NodeId denoted = temporary();
    point(denoted, thread);
    constrain(handle, {Constraint::Store, false, denoted, 8, 0, 0});
  }
}

void PointerBuilder::callBack(const CallEffect& e, FunctionId entry) {
  if (program_.functions[entry].isDeclaration()) {
    // Library code that only calls what the program left for it in a variable.
    const CallModel* model = a_.modelOf(entry);
    const Effect* passesOn = model ? model->find(EffectKind::CallBack) : nullptr;
    if (passesOn && !passesOn->entry) callStored(e, passesOn->global);
    return;
  }
  if (!e.effect->only.empty() &&
      !llvm::cantFail(llvm::GlobPattern::create(e.effect->only)).match(program_.text(program_.functions[entry].name)))
    return;
  ContextId context = contextFor(e.site, entry);
  InstanceId target = instance(entry, context);
  enter(e.site, target, handedOver(e.site, *e.effect), false);
  if (e.effect->slot && program_.functions[entry].parameterCount > 0)
    graph_.addEdge(partNode(e.site, e.effect->entry),
                   node(target, ValueId::local(LocalId(0)))); // the object it runs on
}

// Calls what a variable of the program holds. What the calling function itself has surely stored there before is what
// it still holds, so that callers who pass a function in a variable are kept apart.
void PointerBuilder::callStored(const CallEffect& e, llvm::StringRef variable) {
  GlobalId global;
  for (uint32_t g = 0; g < program_.globals.size() && !global; ++g)
    if (program_.text(program_.globals[GlobalId(g)].linkName) == variable) global = GlobalId(g);
  if (!global) return;
  effects_.push_back(e);
  Constraint call{Constraint::CallBack, false, {}, 0, 0, static_cast<uint32_t>(effects_.size() - 1)};
  const Function& caller = a_.functionOf(e.site.instance);
  bool isKnown = false;
  for (ValueId stored : storedBefore(program_, caller, e.site.instruction, global)) {
    constrain(node(e.site.instance, stored), call);
    isKnown = true;
  }
  if (isKnown) return;
  const Global& g = program_.globals[global];
  ContextId context = g.isThreadLocal ? a_.policy_->thread(a_.instances_[e.site.instance].context) : ContextId();
  constrain(
      content(objects_.location(objects_.object({ObjectKind::Global, global.index, context, {}, g.type, g.size}), 0)),
      call);
}

// Handlers run when main is over: the start function calls them through a variable of its own.
void PointerBuilder::atExit(const CallEffect& e, FunctionId entry) {
  if (program_.functions[entry].isDeclaration() || !exitHandlers_) return;
  InstanceId target = instance(entry, a_.policy_->initial());
  bindArguments(target, handedOver(e.site, *e.effect));
  if (llvm::none_of(a_.exitHandlers_, [&](const ExitTarget& x) { return x.entry == target && x.registered == e.site; }))
    a_.exitHandlers_.push_back({target, e.site});
  NodeId address = temporary();
  point(address, objects_.object({ObjectKind::Function, entry.index, {}, {}, {}, 0}));
  const Global& g = program_.globals[exitHandlers_];
  ObjectId handlers = objects_.object({ObjectKind::Global, exitHandlers_.index, {}, {}, g.type, g.size});
  graph_.addEdge(address, content(objects_.location(handlers, 0)));
}

void PointerBuilder::keyDestructor(FunctionId destructor) {
  if (program_.functions[destructor].isDeclaration() || llvm::is_contained(keyDestructors_, destructor)) return;
  keyDestructors_.push_back(destructor);
  std::vector<CallEffect> setters = keySetters_;
  for (const CallEffect& setter : setters) callKeyDestructor(setter.site, *setter.effect, destructor);
}

void PointerBuilder::callKeyDestructor(CallSite site, const Effect& effect, FunctionId destructor) {
  ContextId context = contextFor(site, destructor);
  enter(site, instance(destructor, context), {partNode(site, effect.from)}, false);
}

} // namespace steward
