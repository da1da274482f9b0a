#include "pointer/builder.h"

namespace steward {

PointerBuilder::PointerBuilder(PointerAnalysis& analysis)
    : a_(analysis), program_(analysis.program_), objects_(analysis.objects_), graph_(*analysis.graph_),
      allocations_(analysis.program_, analysis.objects_.layout(), analysis.policy_->special()) {
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
        [&](GlobalId global) { objects_.addStorage(ObjectKind::Global, global.index); },
        [&](TypeId header) { objects_.addHeader(header); });
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

TypeId PointerBuilder::structOf(TypeId pointer) const {
  if (!pointer || program_.types[pointer].kind != TypeKind::Pointer) return {};
  TypeId element = program_.types[pointer].element;
  if (!element || program_.types[element].kind != TypeKind::Struct) return {};
  return program_.types[element].size && program_.types[element].fieldCount ? element : TypeId();
}

// A pointer that is declared to be to a struct is to something that may be one (strict aliasing); what else gets there
// came by imprecision.
void PointerBuilder::flow(NodeId from, NodeId to, TypeId pointee) {
  if (!pointee || !a_.options_.pointees || !a_.strictAliasing() || to == ConstraintGraph::nothing)
    return graph_.addEdge(from, to);
  constrain(from, {Constraint::Only, true, to, 0, 0, pointee.index, from});
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
    ConstantKind kind = program_.constants[i.value.constant()].kind;
    if (kind != ConstantKind::Global && kind != ConstantKind::Function) continue; // a number
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
    if (i.immediate >= pointerBytes) {
      TypeId pointee = structOf(allocations_.pointee(a_.instances_[id].function, operands[0]));
      NodeId loaded = pointee && i.immediate == pointerBytes ? temporary() : result();
      constrain(operand(0), {Constraint::Load, false, loaded, i.immediate, 0, accessedAs(id, i)});
      if (loaded != result()) flow(loaded, result(), pointee);
    }
    break;
  case Opcode::Store:
  case Opcode::AtomicStore:
    if (i.immediate >= pointerBytes && !isAnswer(id, operands[1]))
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

// Whether what a function itself stores is asked for by nobody.
bool PointerBuilder::isAnswer(InstanceId id, ValueId stored) const {
  FunctionId function = a_.instances_[id].function;
  const CallModel* model = a_.modelOf(function);
  if (!model || !model->has(EffectKind::Answer)) return false;
  if (a_.policy_->isDestroying(a_.instances_[id].context)) return true;
  return stored.isLocal() && stored.local().index < program_.functions[function].parameterCount;
}

// The pointers' declared types tell what is copied, if it is as long as that.
PointerBuilder::MemoryCopy PointerBuilder::copyOf(FunctionId function, ValueId to, ValueId from, CopyLength length) {
  MemoryCopy copy{length, {}};
  if (!a_.strictAliasing() || length.bytes == Location::any) return copy;
  copy.isOfPointers = false;
  for (ValueId pointer : {to, from})
    if (TypeId type = allocations_.pointee(function, pointer)) {
      copy.isOfPointers |= objects_.layout().isPointer(type, 0);
      // Storage as a whole, with whatever lies in it: what a std::function holds.
      TypeId first = objects_.layout().firstOfSize(type, length.bytes);
      copy.isOfPointers |= first && objects_.layout().isStorage(first, 0);
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
  if (shape.lead && !shape.type) return objects_.object(wanted);
  Object body = wanted;
  body.size = shape.bytes;
  if (a_.options_.heapTypes) {
    body.type = shape.type;
    body.hasTail = shape.hasTail;
  }
  if (!shape.lead || !body.type) return objects_.object(body);
  ObjectId memory = objects_.object(wanted);
  objects_.setBody(memory, shape.lead, body);
  return memory;
}

} // namespace steward
