#include "pointer/builder.h"

namespace steward {

// Only a pointer-sized or larger value can hold a pointer.
static constexpr int64_t pointerBytes = 8;

PointerBuilder::PointerBuilder(PointerAnalysis& analysis)
    : a_(analysis), program_(analysis.program_), objects_(analysis.objects_), graph_(*analysis.graph_),
      allocations_(analysis.program_, analysis.objects_.layout()) {
  for (uint32_t g = 0; g < program_.globals.size(); ++g)
    if (program_.text(program_.globals[GlobalId(g)].linkName) == exitHandlersName) exitHandlers_ = GlobalId(g);
}

void PointerBuilder::run(FunctionId entry) {
  for (uint32_t g = 0; g < program_.globals.size(); ++g) {
    const Global& global = program_.globals[GlobalId(g)];
    if (global.initializerCount && !global.isThreadLocal)
      addInitializers(GlobalId(g), objects_.object({ObjectKind::Global, g, {}, {}, global.type, global.size}));
  }
  findStorage();
  instance(entry, a_.policy_->initial());
  auto addPending = [&] {
    while (!pendingInstances_.empty()) {
      InstanceId next = pendingInstances_.back();
      pendingInstances_.pop_back();
      addInstance(next);
    }
  };
  addPending();
  do {
    addPending();
    graph_.solve([&](uint32_t constraint, SetId fresh) {
      apply(Constraint(constraints_[constraint]), fresh);
      addPending();
    });
  } while (relaxTypes() || relaxViews() || relaxSignatures() || relaxHandlers());
  // Calls through pointers that nothing is known to reach.
  for (const CallSite& site : sites_) {
    bool isIndirect = program_.instructions[site.instruction].opcode == Opcode::CallIndirect;
    if (isIndirect && !a_.callees_.count(site) && !a_.modelsAt_.count(site)) noteUnknown(site, {});
  }
}

// Arrays of characters that hold structs, in the whole program before anything is solved: the order in which functions
// are reached must not matter.
void PointerBuilder::findStorage() {
  if (!a_.strictAliasing()) return;
  for (uint32_t f = 0; f < program_.functions.size(); ++f) {
    const Function& function = program_.functions[FunctionId(f)];
    if (function.isDeclaration()) continue;
    allocations_.findStorage(
        FunctionId(f),
        [&](InstructionId id) {
          const Instruction& i = program_.instructions[id];
          if (i.opcode == Opcode::Field && i.type) objects_.addStorage(i.type, static_cast<uint64_t>(i.immediate));
          if (i.opcode == Opcode::Allocate) objects_.addStorage(ObjectKind::Stack, id.index);
        },
        [&](GlobalId global) { objects_.addStorage(ObjectKind::Global, global.index); });
  }
}

NodeId PointerBuilder::resultOf(InstanceId id) {
  const Instance& i = a_.instances_[id];
  return NodeId(i.firstNode.index + a_.values_[i.function.index].slotCount());
}

NodeId PointerBuilder::node(InstanceId instance, ValueId value) {
  value = a_.values_[a_.instances_[instance].function.index][value];
  if (!value) return ConstraintGraph::nothing;
  if (value.isLocal()) return a_.nodeOf(instance, value.local());
  ConstantKind kind = program_.constants[value.constant()].kind;
  if (kind != ConstantKind::Global && kind != ConstantKind::Function) return ConstraintGraph::nothing;
  return constantNode(value.constant(), a_.constantContext(instance, value.constant()));
}

NodeId PointerBuilder::constantNode(ConstantId id, ContextId context) {
  const steward::Constant& c = program_.constants[id];
  auto [it, isNew] = a_.constantNodes_.try_emplace({id, context}, NodeId());
  if (!isNew) return it->second;
  NodeId made = it->second = temporary();
  if (c.kind == ConstantKind::Global) {
    const Global& g = program_.globals[GlobalId(c.symbol)];
    Object object{ObjectKind::Global, c.symbol, g.isThreadLocal ? context : ContextId(), {}, g.type, g.size};
    // Text that nobody writes and nothing lies behind: no access to it can matter.
    if (isText(GlobalId(c.symbol))) return made;
    ObjectId id = objects_.object(object);
    point(made, id, c.value < 0 ? Location::any : static_cast<uint64_t>(c.value));
    if (g.isThreadLocal) addInitializers(GlobalId(c.symbol), id);
  } else if (c.kind == ConstantKind::Function) {
    point(made, objects_.object({ObjectKind::Function, c.symbol, {}, {}, {}, 0}));
  }
  return made;
}

void PointerBuilder::point(NodeId node, ObjectId object, uint64_t offset) {
  graph_.addElement(node, objects_.location(object, offset).index);
}

void PointerBuilder::constrain(NodeId node, Constraint constraint) {
  constraints_.push_back(constraint);
  graph_.attach(node, static_cast<uint32_t>(constraints_.size() - 1));
}

NodeId PointerBuilder::content(LocationId location) {
  auto [it, isNew] = a_.contents_.try_emplace(location, NodeId());
  if (!isNew) return it->second;
  NodeId made = it->second = temporary();
  ObjectId object = objects_[location].object;
  ObjectKind kind = objects_[object].kind;
  // What lies behind an unknown pointer is unknown again.
  if (kind == ObjectKind::Unknown || kind == ObjectKind::Library) graph_.addElement(made, location.index);
  if (auto watching = watches_.find(object); watching != watches_.end()) {
    std::vector<Watch> copy = watching->second;
    for (const Watch& w : copy) show(w, location);
  }
  return made;
}

void PointerBuilder::addInitializers(GlobalId global, ObjectId object) {
  for (const Initializer& i : program_.initializersOf(program_.globals[global])) {
    NodeId value = constantNode(i.value.constant(), ContextId(0));
    LocationId place = objects_.location(object, i.offset);
    graph_.addEdge(value, content(place));
    if (LocationId all = objects_.inAnyElement(place); all != place) graph_.addEdge(value, content(all));
  }
}

InstanceId PointerBuilder::instance(FunctionId function, ContextId context) {
  auto [it, isNew] = instanceIds_.try_emplace({function, context}, InstanceId());
  if (!isNew) return it->second;
  FunctionValues& values = a_.values_[function.index];
  if (hasInstance_.try_emplace(function, true).second) values = FunctionValues(program_, function);
  NodeId first = graph_.addNodes(values.slotCount() + 1);
  InstanceId id = a_.instances_.push({function, context, first});
  instanceIds_[{function, context}] = id;
  pendingInstances_.push_back(id);
  return id;
}

void PointerBuilder::addInstance(InstanceId id) {
  FunctionId function = a_.instances_[id].function;
  for (BlockId b : program_.blocksOf(program_.functions[function]))
    for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
      // Addresses of variables are looked up later also where nothing flows through them here.
      for (ValueId v : program_.operandsOf(program_.instructions[i]))
        if (v.isConstant()) node(id, v);
      if (!a_.values_[function.index].isRedundant(i)) addInstruction(id, i);
    }
}

void PointerBuilder::addInstruction(InstanceId id, InstructionId instruction) {
  const Instruction& i = program_.instructions[instruction];
  auto operands = program_.operandsOf(i);
  auto operand = [&](unsigned k) { return node(id, operands[k]); };
  auto result = [&] { return node(id, ValueId::local(i.result)); };
  switch (i.opcode) {
  case Opcode::Allocate: {
    Object object{i.storage == Storage::Stack ? ObjectKind::Stack : ObjectKind::Heap,
                  instruction.index,
                  a_.instances_[id].context,
                  id,
                  i.type,
                  operands.empty() ? static_cast<uint64_t>(i.immediate) : 0};
    point(result(), objects_.object(object));
    break;
  }
  case Opcode::Field: {
    NodeId base = operand(0);
    constrain(base,
              {Constraint::Move, i.type.valid() && a_.strictAliasing(), result(), i.immediate, 0, i.type.index, base});
    break;
  }
  case Opcode::FieldNamed:
    // Members by name get offsets of their own, eight bytes apart.
    constrain(operand(0), {Constraint::Move, false, result(), 8 * i.immediate, 0, 0});
    break;
  case Opcode::Index: {
    if (i.isSynthetic) {
      constrain(operand(0), {Constraint::Bases, false, result(), 0, 0, 0});
      break;
    }
    Constraint step{Constraint::Step, false, result(), i.immediate, 0, 0};
    if (auto index = program_.integer(operands[1])) {
      step.flag = true;
      step.b = *index;
    }
    constrain(operand(0), step);
    break;
  }
  case Opcode::Load:
  case Opcode::AtomicLoad:
    if (i.immediate >= pointerBytes)
      constrain(operand(0), {Constraint::Load, false, result(), i.immediate, 0, accessedAs(id, i)});
    break;
  case Opcode::Store:
  case Opcode::AtomicStore:
    if (i.immediate >= pointerBytes)
      constrain(operand(0), {Constraint::Store, false, operand(1), i.immediate, 0, accessedAs(id, i)});
    break;
  case Opcode::AtomicUpdate:
  case Opcode::CompareExchange:
    if (i.immediate < pointerBytes) break;
    constrain(operand(0), {Constraint::Load, false, result(), i.immediate, 0, 0});
    constrain(operand(0),
              {Constraint::Store, false, operand(i.opcode == Opcode::CompareExchange ? 2 : 1), i.immediate, 0, 0});
    break;
  case Opcode::MemoryCopy: {
    FunctionId function = a_.instances_[id].function;
    CopyLength length = copyLength(program_.functions[function], operands[2]);
    addCopy(operand(0), operand(1), copyOf(function, operands[0], operands[1], length));
    break;
  }
  case Opcode::Copy:
    graph_.addEdge(operand(0), result());
    break;
  case Opcode::Phi:
    for (unsigned k = 0; k < operands.size(); ++k) graph_.addEdge(operand(k), result());
    break;
  case Opcode::Select:
    graph_.addEdge(operand(1), result());
    graph_.addEdge(operand(2), result());
    break;
  case Opcode::Binary:
    addArithmetic(id, i);
    break;
  case Opcode::Extract:
    graph_.addEdge(operand(0), result());
    break;
  case Opcode::Insert:
    graph_.addEdge(operand(0), result());
    graph_.addEdge(operand(1), result());
    break;
  case Opcode::VarArgs: {
    Object object{ObjectKind::VarArgs, a_.instances_[id].function.index, a_.instances_[id].context, id, {}, 0};
    point(result(), objects_.object(object));
    break;
  }
  case Opcode::Opaque:
    // Whatever was computed, it can only point where its operands did.
    if (i.result)
      for (unsigned k = 0; k < operands.size(); ++k)
        constrain(operand(k), {Constraint::Anywhere, false, result(), 0, 0, 0});
    break;
  case Opcode::Call:
  case Opcode::CallIndirect:
  case Opcode::CallVirtual:
    addCall(id, instruction);
    break;
  case Opcode::Return:
    if (!operands.empty()) graph_.addEdge(operand(0), resultOf(id));
    break;
  default:
    break;
  }
}

// Arithmetic on addresses held as integers. Tags in the low bits leave the place, known distances move it, a sum with
// an unknown number goes elsewhere in the object. The difference of two numbers is a distance, not a place; so is
// whatever multiplication, division or exclusive-or make.
void PointerBuilder::addArithmetic(InstanceId id, const Instruction& i) {
  auto operands = program_.operandsOf(i);
  NodeId result = node(id, ValueId::local(i.result));
  for (unsigned k = 0; k < 2; ++k) {
    if (program_.integer(operands[k])) continue;
    NodeId operand = node(id, operands[k]);
    auto other = program_.integer(operands[1 - k]);
    switch (i.binary) {
    case BinaryKind::Add:
      constrain(operand, {Constraint::Step, other.has_value(), result, 1, other.value_or(0), 0});
      break;
    case BinaryKind::Sub:
      if (k == 0 && other) constrain(operand, {Constraint::Step, true, result, 1, -*other, 0});
      break;
    case BinaryKind::And:
      graph_.addEdge(operand, result);
      break;
    case BinaryKind::Or:
      if (other) graph_.addEdge(operand, result);
      break;
    default:
      break;
    }
  }
}

// A number of bytes; or a number of elements, none of which is smaller than a pointer; or anything.
PointerBuilder::CopyLength PointerBuilder::copyLength(const Function& function, ValueId length) const {
  if (auto bytes = program_.integer(length)) return {static_cast<uint64_t>(*bytes), true};
  if (length.isLocal())
    if (InstructionId definition = program_.local(function, length.local()).definition) {
      const Instruction& i = program_.instructions[definition];
      auto factor = i.opcode == Opcode::Binary ? program_.integer(program_.operandsOf(i)[1]) : std::nullopt;
      if (factor && i.binary == BinaryKind::Mul) return {Location::any, *factor >= pointerBytes};
      if (factor && i.binary == BinaryKind::Shl) return {Location::any, *factor >= 3};
    }
  return {Location::any, false};
}

// The pointers' declared types tell what is copied, if it is as long as that.
PointerBuilder::MemoryCopy PointerBuilder::copyOf(FunctionId function, ValueId to, ValueId from, CopyLength length) {
  MemoryCopy copy{length, {}};
  if (!a_.strictAliasing() || length.bytes == Location::any) return copy;
  copy.isOfPointers = false;
  for (ValueId pointer : {to, from})
    if (TypeId type = allocations_.pointee(function, pointer)) {
      copy.isOfPointers |= objects_.layout().isPointer(type, 0);
      if (program_.types[type].kind == TypeKind::Struct && program_.types[type].size == length.bytes) copy.type = type;
    }
  return copy;
}

void PointerBuilder::addCopy(NodeId to, NodeId from, MemoryCopy copy) {
  uint32_t index = static_cast<uint32_t>(copies_.size());
  copies_.push_back(copy);
  constrain(to, {Constraint::CopyTo, false, {}, 0, 0, index});
  constrain(from, {Constraint::CopyFrom, false, {}, 0, 0, index});
}

ObjectId PointerBuilder::heapObject(CallSite site, const Effect* effect) {
  Instance by = a_.instances_[site.instance];
  Object wanted{ObjectKind::Heap, site.instruction.index, by.context, site.instance, {}, 0};
  if (ObjectId known = objects_.find(wanted)) return known;
  HeapShape shape = allocations_.shape(site.instruction, by.function, effect, a_.policy_->callSites(by.context));
  wanted.type = shape.type;
  wanted.size = shape.bytes;
  wanted.hasTail = shape.hasTail;
  return objects_.object(wanted);
}

// Where the elements lead to, as one set. Large sets go the same ways over and over.
SetId PointerBuilder::moved(const Constraint& c, SetId elements) {
  uint32_t way =
      ways_.try_emplace({c.kind, c.flag, c.a, c.b, c.index}, static_cast<uint32_t>(ways_.size())).first->second;
  auto [it, isNew] = moves_.try_emplace({elements, way}, emptySet);
  if (!isNew) return it->second;
  std::vector<uint32_t> places;
  places.reserve(a_.sets_->count(elements));
  a_.sets_->forEach(elements, [&](uint32_t element) {
    LocationId from(element);
    // Nothing is computed from the address of a function, except by code that looks like it by imprecision.
    if (objects_[objects_[from].object].kind == ObjectKind::Function && !(c.kind == Constraint::Step && c.b == 0))
      return;
    if (c.kind == Constraint::Bases) {
      for (LocationId base : objects_.bases(from)) places.push_back(base.index);
    } else if (c.kind == Constraint::Anywhere) {
      places.push_back(objects_.anywhere(from).index);
    } else if (c.kind == Constraint::Step) {
      auto count = c.flag ? std::optional<int64_t>(c.b) : std::nullopt;
      places.push_back(objects_.movedByElements(from, c.a, count).index);
    } else if (c.flag) {
      for (LocationId member : objects_.member(from, TypeId(c.index), c.a)) places.push_back(member.index);
    } else {
      places.push_back(objects_.moved(from, c.a).index);
    }
  });
  for (LocationId memory : objects_.takeCollapsed()) collapse(memory);
  llvm::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return moves_[{elements, way}] = a_.sets_->intern(places);
}

// What lies in the views of raw memory, now and later, lies anywhere in it.
void PointerBuilder::collapse(LocationId memory) {
  NodeId all = content(memory);
  for (ObjectId view : objects_.viewsOf(objects_[memory].object)) {
    if (objects_[view].base != objects_[memory].offset) continue;
    watch(view, {0, Location::any, all, {}, {}});
    watch(view, {0, Location::any, {}, all, {}});
  }
}

// Strict aliasing may be wrong about a program. Where it leaves a member access with nothing to access, it is: there
// the types are not trusted. True when there was such a place.
bool PointerBuilder::relaxTypes() {
  bool relaxed = false;
  for (Constraint& c : constraints_) {
    if (c.kind != Constraint::Move || !c.flag) continue;
    if (graph_.pointsTo(c.base) == emptySet || graph_.pointsTo(c.node) != emptySet) continue;
    c.flag = false;
    graph_.addElements(c.node, moved(c, graph_.pointsTo(c.base)));
    relaxed = true;
  }
  return relaxed;
}

// What is stored through no struct is not read through one, nor the other way round, unless the program does not keep
// to its types: where a pointer is read that is stored in no other way. True when there was such a place.
bool PointerBuilder::relaxViews() {
  bool relaxed = false;
  auto contentAt = [&](LocationId place) {
    auto it = a_.contents_.find(place);
    return it == a_.contents_.end() ? NodeId() : it->second;
  };
  auto isEmpty = [&](NodeId node) { return graph_.pointsTo(node) == emptySet; };
  for (uint32_t n = 0, count = static_cast<uint32_t>(objects_.objectCount()); n < count; ++n)
    for (ObjectId view : objects_.viewsOf(ObjectId(n))) {
      NodeId raw = contentAt(objects_.location(ObjectId(n), objects_[view].base));
      if (!raw) continue;
      bool isRawEmpty = isEmpty(raw);
      for (LocationId place : objects_.locationsOf(view)) {
        NodeId member = contentAt(place);
        if (!member || isEmpty(member) == isRawEmpty || !objects_.isPointer(place)) continue;
        graph_.addEdge(isRawEmpty ? member : raw, isRawEmpty ? raw : member);
        relaxed = true;
      }
    }
  return relaxed;
}

void PointerBuilder::apply(const Constraint& c, SetId fresh) {
  switch (c.kind) {
  case Constraint::Move:
  case Constraint::Step:
  case Constraint::Anywhere:
  case Constraint::Bases:
    graph_.addElements(c.node, moved(c, fresh));
    break;
  case Constraint::Load:
    if (c.node != ConstraintGraph::nothing) graph_.addEdge(hub(c, fresh), c.node);
    break;
  case Constraint::Store:
    if (c.node != ConstraintGraph::nothing) graph_.addEdge(c.node, hub(c, fresh));
    break;
  case Constraint::Spread:
    store(LocationId(c.index), c.node, pointerBytes);
    break;
  default:
    a_.sets_->forEach(fresh, [&](uint32_t element) { applyEach(c, LocationId(element)); });
  }
}

// All that is read or written through pointers to the same elements goes through one node: m accesses to n places take
// m + n edges, where one edge from each access to each place would be m times n.
NodeId PointerBuilder::hub(const Constraint& c, SetId elements) {
  auto& hubs = c.kind == Constraint::Load ? loadHubs_ : storeHubs_;
  uint64_t bytes = static_cast<uint64_t>(c.a);
  auto [it, isNew] = hubs.try_emplace({elements, bytes, c.index}, NodeId());
  if (!isNew) return it->second;
  NodeId made = it->second = temporary();
  a_.sets_->forEach(elements, [&](uint32_t element) {
    if (c.kind == Constraint::Load)
      load(LocationId(element), made, bytes, static_cast<AccessedAs>(c.index));
    else
      store(LocationId(element), made, bytes, static_cast<AccessedAs>(c.index));
  });
  return made;
}

void PointerBuilder::applyEach(const Constraint& c, LocationId location) {
  if (c.kind == Constraint::CopyTo || c.kind == Constraint::CopyFrom)
    return copyThrough(c.index, location, c.kind == Constraint::CopyTo);
  // No event lies in read-only data.
  bool ofEvents = c.kind >= Constraint::LoadHandlers && c.kind <= Constraint::StoreLoops;
  if (ofEvents && isReadOnly(objects_[location].object)) return;
  if (c.kind == Constraint::LoadHandlers) return load(handlersAt(location), c.node, pointerBytes);
  if (c.kind == Constraint::StoreHandlers) return store(handlersAt(location), c.node, pointerBytes);
  if (c.kind == Constraint::LoadLoops) return load(loopsAt(location), c.node, pointerBytes);
  if (c.kind == Constraint::StoreLoops) return store(loopsAt(location), c.node, pointerBytes);
  if (c.kind == Constraint::Dispatch) return dispatch(effects_[c.index].site, objects_[objects_[location].object].site);
  const Object& object = objects_[objects_[location].object];
  if (object.kind != ObjectKind::Function) return;
  FunctionId function(object.site);
  if (c.kind == Constraint::Call) {
    CallSite site = sites_[c.index];
    if (maySignaturesMatch(program_.instructions[site.instruction], function))
      link(site, function);
    else
      mismatched_[site].push_back(function);
  }
  if (c.kind == Constraint::Fork) fork(CallEffect(effects_[c.index]), function);
  if (c.kind == Constraint::CallBack) callBack(CallEffect(effects_[c.index]), function);
  if (c.kind == Constraint::AtExit) atExit(CallEffect(effects_[c.index]), function);
  if (c.kind == Constraint::KeyDestructor) keyDestructor(function);
  if (c.kind == Constraint::Handle) handle(DispatchedHandler(dispatched_[c.index]), function);
  if (c.kind == Constraint::UnknownCall) callBackUnknown(CallSite(sites_[c.index]), function);
}

PointerBuilder::AccessedAs PointerBuilder::accessedAs(InstanceId instance, const Instruction& access) const {
  if (!a_.strictAliasing()) return Anything;
  if (access.type && program_.types[access.type].kind == TypeKind::Pointer) return Pointer;
  ValueId value = access.result ? ValueId::local(access.result) : program_.operandsOf(access)[1];
  return a_.values_[a_.instances_[instance].function.index].isNumber(value) ? Number : Anything;
}

bool PointerBuilder::mayBeAccessedAs(LocationId location, AccessedAs as) const {
  if (as == Pointer && objects_.isNumber(location)) return false;
  if (as == Number && objects_.isPointer(location)) return false;
  return objects_.hasRoomForPointer(location);
}

void PointerBuilder::load(LocationId from, NodeId into, uint64_t bytes, AccessedAs as) {
  Location at = objects_[from];
  if (objects_[at.object].kind == ObjectKind::Function) return;
  if (!mayBeAccessedAs(from, as)) return;
  graph_.addEdge(content(from), into);
  if (at.isAny()) {
    if (anyLoads_.insert({at.object.index, into.index}).second) watch(at.object, {0, Location::any, into, {}, {}});
  } else if (bytes > static_cast<uint64_t>(pointerBytes)) {
    watch(at.object, {at.offset, at.offset + bytes, into, {}, {}});
  }
}

void PointerBuilder::store(LocationId to, NodeId from, uint64_t bytes, AccessedAs as) {
  Location at = objects_[to];
  // Nothing is stored into read-only data; such a pointer got here by imprecision.
  if (objects_[at.object].kind == ObjectKind::Function || isReadOnly(at.object)) return;
  if (!mayBeAccessedAs(to, as)) return;
  graph_.addEdge(from, content(to));
  if (at.isAny()) {
    if (anyStores_.insert(at.object.index).second) watch(at.object, {0, Location::any, {}, content(to), {}});
  } else if (bytes > static_cast<uint64_t>(pointerBytes)) {
    watch(at.object, {at.offset, at.offset + bytes, {}, from, {}});
  }
}

// A memory copy goes through buffers of its own, one for each kind of struct: from every source of that kind to it,
// from it to every such target. That is linear in the two points-to sets, where pairs of them are not, and keeps the
// distance of every member from the start.
void PointerBuilder::copyThrough(uint32_t copy, LocationId place, bool isTarget) {
  auto through = [&](LocationId at, StringId family) {
    // Structs of different kinds are not copied to each other: a buffer for each, told apart by its "context".
    ObjectId buffer = objects_.object({ObjectKind::Buffer, copy, ContextId(family.index), {}, {}, 0});
    LocationId start = objects_.location(buffer, 0);
    CopyLength length = copies_[copy].length;
    isTarget ? copyPlaces(at, start, length) : copyPlaces(start, at, length);
  };
  if (TypeId type = copies_[copy].type) {
    for (LocationId start : objects_.member(place, type, 0)) through(start, {});
    return;
  }
  StringId family = a_.strictAliasing() ? objects_.familyAt(place, copies_[copy].length.bytes) : StringId();
  bool isPlain = !family && !copies_[copy].isOfPointers;
  if (isPlain && (objects_.isRaw(place) || objects_.isInStruct(place))) return;
  through(place, family);
}

// A copy stays within the member that it starts at, or the object when it starts at its beginning. A number of bytes
// that is not a multiple of anything is taken for text where the types say nothing else: in memory of unknown type.
void PointerBuilder::copyPlaces(LocationId to, LocationId from, CopyLength length) {
  if (!copiesDone_.insert({to.index, from.index, length.bytes}).second) return;
  Location target = objects_[to], source = objects_[from];
  // Bytes that are as many as some pointers may be these, also in memory that was declared for something else.
  bool mayBePointers = length.isStructured && length.bytes != Location::any && length.bytes % pointerBytes == 0;
  for (LocationId place : {to, from}) {
    ObjectId object = objects_[place].object;
    if (!mayBePointers && !objects_.mayHoldPointers(object)) return;
    bool isSomewhere = objects_[place].isAny() && objects_[object].kind != ObjectKind::Buffer;
    if (!length.isStructured && (isSomewhere || objects_.isRaw(place))) return;
  }
  if (isReadOnly(target.object)) return;
  if (source.isAny() || target.isAny()) {
    // Everything of the source may end up anywhere in the target.
    NodeId all = temporary();
    load(objects_.anywhere(from), all, pointerBytes);
    store(objects_.anywhere(to), all, pointerBytes);
    return;
  }
  uint64_t bytes = std::min({length.bytes, objects_.extent(from), objects_.extent(to)});
  // Places in a buffer are twice as far apart, see copyPlace.
  uint64_t reach = objects_[source.object].kind == ObjectKind::Buffer ? 2 * bytes : bytes;
  uint64_t high = bytes == Location::any ? bytes : source.offset + reach;
  watch(source.object, {source.offset, high, {}, {}, to});
  // What was stored anywhere in the source, if anything ever is, may be anywhere in the copy.
  NodeId anything = content(objects_.anywhere(from));
  constrain(anything, {Constraint::Spread, false, anything, 0, 0, objects_.anywhere(to).index});
}

bool PointerBuilder::isText(GlobalId id) const {
  const Global& g = program_.globals[id];
  return g.isConstant && g.type && !objects_.layout().mayHoldPointers(g.type);
}

bool PointerBuilder::isReadOnly(ObjectId id) const {
  const Object& object = objects_[id];
  return object.kind == ObjectKind::Global && program_.globals[GlobalId(object.site)].isConstant;
}

void PointerBuilder::watch(ObjectId object, Watch w) {
  uint32_t who = w.load ? w.load.index : w.store ? w.store.index : w.copyTo.index;
  uint32_t does = w.load ? 0 : w.store ? 1 : 2;
  if (!watching_.insert({object.index, w.low, w.high, does, who}).second) return;
  watches_[object].push_back(w);
  // Places that exist by now; content() shows the later ones.
  std::vector<LocationId> places = objects_.locationsOf(object);
  for (LocationId place : places)
    if (a_.contents_.count(place)) show(w, place);
}

void PointerBuilder::show(const Watch& w, LocationId place) {
  Location at = objects_[place];
  if (!at.isAny() && (at.offset < w.low || at.offset >= w.high)) return;
  NodeId here = a_.contents_[place];
  if (w.load) graph_.addEdge(here, w.load);
  if (w.store && !at.isAny()) graph_.addEdge(w.store, here);
  if (w.copyTo && !at.isAny()) copyPlace(w, place);
}

// In a buffer, pointers and numbers that may hold one (a thread's handle, say) lie side by side: what was one becomes
// one again. Elsewhere the type at the place says which it is.
void PointerBuilder::copyPlace(const Watch& w, LocationId place) {
  bool isFromBuffer = objects_[objects_[place].object].kind == ObjectKind::Buffer;
  bool isToBuffer = objects_[objects_[w.copyTo].object].kind == ObjectKind::Buffer;
  uint64_t distance = objects_[place].offset - w.low;
  bool isNumber = isFromBuffer ? distance % 2 : objects_.isNumber(place);
  if (isFromBuffer) distance /= 2;
  LocationId target = objects_.moved(w.copyTo, static_cast<int64_t>(isToBuffer ? 2 * distance + isNumber : distance));
  bool isAccepted = isToBuffer || (isNumber ? !objects_.isPointer(target) : !objects_.isNumber(target));
  if (isAccepted) graph_.addEdge(a_.contents_[place], content(target));
}

} // namespace steward
