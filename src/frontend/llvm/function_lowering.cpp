#include "frontend/llvm/function_lowering.h"

#include "program/system_files.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"

namespace steward {

using namespace llvm;

MemoryOrder memoryOrder(AtomicOrdering order) {
  switch (order) {
  case AtomicOrdering::NotAtomic:
    return MemoryOrder::None;
  case AtomicOrdering::Unordered:
    return MemoryOrder::Unordered;
  case AtomicOrdering::Monotonic:
    return MemoryOrder::Relaxed;
  case AtomicOrdering::Acquire:
    return MemoryOrder::Acquire;
  case AtomicOrdering::Release:
    return MemoryOrder::Release;
  case AtomicOrdering::AcquireRelease:
    return MemoryOrder::AcquireRelease;
  case AtomicOrdering::SequentiallyConsistent:
    return MemoryOrder::Sequential;
  }
  llvm_unreachable("all orders are listed");
}

static bool readsTable(const LoadInst& load) {
  const MDNode* tag = load.getMetadata(LLVMContext::MD_tbaa);
  auto* type = tag && tag->getNumOperands() > 1 ? dyn_cast<MDNode>(tag->getOperand(1)) : nullptr;
  auto* name = type && type->getNumOperands() > 0 ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
  return name && name->getString() == "vtable pointer";
}

// Reads of the compiler's own that are no accesses of the program: a slot of a virtual table, which is read-only
// memory; and the table itself in a call through a pointer to member, which is emitted beside the direct call for the
// case that the method is virtual, at an address that only run time knows.
static bool isOfVirtualCall(const LoadInst& load) {
  const llvm::Value* address = load.getPointerOperand();
  auto* step = dyn_cast<GetElementPtrInst>(address);
  if (readsTable(load)) return step && !step->hasAllConstantIndices();
  auto* table = dyn_cast<LoadInst>(step ? step->getPointerOperand() : address);
  return table && readsTable(*table);
}

// A slot of a virtual table that a pointer to member has the place of.
static bool isOfMemberCall(const LoadInst& load) {
  auto* step = dyn_cast<GetElementPtrInst>(load.getPointerOperand());
  auto* table = step ? dyn_cast<LoadInst>(step->getPointerOperand()) : nullptr;
  return table && !step->hasAllConstantIndices() && readsTable(*table);
}

// `this` for a call through a pointer to member: the object, moved to one of its bases. The distance is the second half
// of that pointer.
static bool isMemberAdjustment(const GetElementPtrInst& i) {
  if (i.getNumIndices() != 1 || !i.getSourceElementType()->isIntegerTy(8)) return false;
  auto* half = dyn_cast<ExtractValueInst>(i.getOperand(1));
  if (!half || half->getNumIndices() != 1 || half->getIndices()[0] != 1) return false;
  auto* pair = dyn_cast<StructType>(half->getAggregateOperand()->getType());
  return pair && pair->getNumElements() == 2 && pair->getElementType(0)->isIntegerTy(64) &&
         pair->getElementType(1)->isIntegerTy(64);
}

void lowerFunction(ModuleLowering& module, const llvm::Function& function, FunctionId id) {
  FunctionLowering(module, function, id).run();
}

void FunctionLowering::run() {
  builder_.beginFunction(id_);
  nameLocals();
  numberBlocks();
  for (const BasicBlock& block : function_) lowerBlock(block);
  builder_.endFunction();
}

// Whether a variable is a library's, put in here with the library's code; its name would tell a reader nothing.
static bool isOfLibrary(const DbgVariableRecord& record) {
  const DILocation* at = record.getDebugLoc();
  return at && at->getInlinedAt() && isSystemFile(at->getFilename());
}

// The size of what a variable is declared to point to; 0 when it is no pointer, or to anything.
static uint64_t pointeeBits(const DIType* type) {
  bool isPointer = false;
  while (auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    unsigned tag = derived->getTag();
    bool points = tag == dwarf::DW_TAG_pointer_type || tag == dwarf::DW_TAG_reference_type ||
                  tag == dwarf::DW_TAG_rvalue_reference_type;
    if (points && isPointer) return derived->getSizeInBits();
    isPointer |= points;
    type = derived->getBaseType();
  }
  return isPointer && type && !isRawStorage(type) ? type->getSizeInBits() : 0;
}

void FunctionLowering::nameLocals() {
  // Debug records say which variable a value is; the first one to say so names it. A library's variable gives its type.
  DenseMap<const llvm::Value*, const DILocalVariable*> variables, ofLibraries;
  for (const BasicBlock& block : function_)
    for (const llvm::Instruction& i : block)
      for (const DbgVariableRecord& record : filterDbgVars(i.getDbgRecordRange())) {
        if (record.getNumVariableLocationOps() != 1) continue;
        if (record.getExpression() && record.getExpression()->isFragment()) continue; // a part of it has no name
        const llvm::Value* v = record.getVariableLocationOp(0);
        if (!v || isa<llvm::Constant>(v)) continue;
        bool isStack = record.isDbgDeclare() && isa<AllocaInst>(v);
        if (!isStack && (record.isDbgDeclare() || (record.getExpression() && record.getExpression()->isComplex())))
          continue;
        if (isStack)
          (isOfLibrary(record) ? libraryVariables_ : stackVariables_)
              .try_emplace(cast<AllocaInst>(v), record.getVariable());
        else if (!isOfLibrary(record))
          variables.try_emplace(v, record.getVariable());
        else if (uint64_t bits = pointeeBits(record.getVariable()->getType())) {
          // Layers of a library know a value as different things: the largest is what it is, and of those the
          // innermost.
          const DILocalVariable*& known = ofLibraries[v];
          if (!known || pointeeBits(known->getType()) <= bits) known = record.getVariable();
        }
      }
  auto add = [&](const llvm::Value& v) {
    StringId name;
    TypeId type;
    if (auto it = variables.find(&v); it != variables.end()) {
      name = builder_.string(it->second->getName());
      type = module_.types.ofDebug(it->second->getType());
    } else if (auto it = ofLibraries.find(&v); it != ofLibraries.end()) {
      type = module_.types.ofDebug(it->second->getType());
    } else if (v.hasName() && isa<Argument>(v)) {
      name = builder_.string(v.getName());
    }
    locals_[&v] = builder_.newLocal(name, type);
  };
  for (const Argument& argument : function_.args()) add(argument);
  for (const BasicBlock& block : function_)
    for (const llvm::Instruction& i : block)
      if (!i.getType()->isVoidTy() && !i.getType()->isTokenTy()) add(i);
}

// An invoke stands alone in a block of its own, so that only its call leads to the handler.
static bool endsInInvoke(const BasicBlock& block) { return isa_and_nonnull<InvokeInst>(block.getTerminator()); }

void FunctionLowering::numberBlocks() {
  uint32_t count = 0;
  for (const BasicBlock& block : function_) {
    blocks_[&block] = BlockId(count);
    count += endsInInvoke(block) ? 2 : 1;
  }
  BlockId first = builder_.newBlocks(count);
  for (auto& [block, id] : blocks_) id.index += first.index;
}

BlockId FunctionLowering::lastBlockOf(const BasicBlock* block) const {
  BlockId id = blocks_.lookup(block);
  return endsInInvoke(*block) ? BlockId(id.index + 1) : id;
}

PositionId FunctionLowering::positionOf(const llvm::Instruction& i) { return module_.position(i.getDebugLoc().get()); }

int64_t FunctionLowering::bytesOf(llvm::Type* type) const {
  if (!type->isSized()) return 0;
  TypeSize size = module_.layout.getTypeStoreSize(type);
  return static_cast<int64_t>(size.getKnownMinValue());
}

ValueId FunctionLowering::value(const llvm::Value* v) {
  if (auto it = locals_.find(v); it != locals_.end()) return ValueId::local(it->second);
  if (auto* c = dyn_cast<llvm::Constant>(v)) {
    if (isa<ConstantAggregate>(c)) return aggregate(c);
    return module_.constant(c);
  }
  if (isa<MetadataAsValue, InlineAsm, BasicBlock>(v)) return builder_.undefined();
  return builder_.undefined();
}

// A constant struct or vector: its addresses, put together.
ValueId FunctionLowering::aggregate(const llvm::Constant* c) {
  ValueId whole = builder_.undefined();
  for (const Initializer& part : module_.initializers(c)) {
    Instruction insert;
    insert.opcode = Opcode::Insert;
    insert.result = builder_.newLocal();
    insert.immediate = static_cast<int64_t>(part.offset);
    builder_.append(insert, {whole, part.value});
    whole = ValueId::local(insert.result);
  }
  return whole;
}

Instruction FunctionLowering::make(Opcode opcode, const llvm::Instruction& at, bool hasResult) {
  Instruction i;
  i.opcode = opcode;
  i.position = positionOf(at);
  if (hasResult)
    if (auto it = locals_.find(&at); it != locals_.end()) i.result = it->second;
  return i;
}

void FunctionLowering::emit(Opcode opcode, const llvm::Instruction& at, ArrayRef<ValueId> operands, int64_t immediate) {
  Instruction i = make(opcode, at);
  i.immediate = immediate;
  builder_.append(i, operands);
}

ValueId FunctionLowering::step(Opcode opcode, const llvm::Instruction& at, ArrayRef<ValueId> operands,
                               int64_t immediate, TypeId type) {
  Instruction i = make(opcode, at, false);
  i.immediate = immediate;
  i.type = type;
  i.result = builder_.newLocal();
  builder_.append(i, operands);
  return ValueId::local(i.result);
}

void FunctionLowering::lowerBlock(const BasicBlock& block) {
  builder_.beginBlock(blocks_[&block]);
  for (const llvm::Instruction& i : block)
    if (i.isTerminator())
      lowerTerminator(i);
    else
      lower(i);
}

// What an access is made as, where that says something about pointers: as one, or as what cannot be one.
TypeId FunctionLowering::accessedAs(llvm::Type* type) {
  return type->isPointerTy() || type->isFloatingPointTy() ? module_.types.ofLlvm(type) : TypeId();
}

void FunctionLowering::lower(const llvm::Instruction& i) {
  if (auto* load = dyn_cast<LoadInst>(&i)) {
    if (isOfMemberCall(*load) && !module_.linked.memberPointers.areVirtual) return lowerMemberSlot(*load);
    Instruction out = make(load->isAtomic() ? Opcode::AtomicLoad : Opcode::Load, i);
    out.order = memoryOrder(load->getOrdering());
    out.isVolatile = load->isVolatile();
    out.isSynthetic = isOfVirtualCall(*load);
    out.immediate = bytesOf(load->getType());
    out.type = accessedAs(load->getType());
    builder_.append(out, {value(load->getPointerOperand())});
  } else if (auto* store = dyn_cast<StoreInst>(&i)) {
    Instruction out = make(store->isAtomic() ? Opcode::AtomicStore : Opcode::Store, i);
    out.order = memoryOrder(store->getOrdering());
    out.isVolatile = store->isVolatile();
    out.immediate = bytesOf(store->getValueOperand()->getType());
    out.type = accessedAs(store->getValueOperand()->getType());
    ValueId stored = value(store->getValueOperand());
    builder_.append(out, {value(store->getPointerOperand()), stored});
  } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
    Instruction out = make(Opcode::CompareExchange, i);
    out.order = memoryOrder(exchange->getSuccessOrdering());
    out.order2 = memoryOrder(exchange->getFailureOrdering());
    out.isVolatile = exchange->isVolatile();
    out.immediate = bytesOf(exchange->getNewValOperand()->getType());
    builder_.append(out, {value(exchange->getPointerOperand()), value(exchange->getCompareOperand()),
                          value(exchange->getNewValOperand())});
  } else if (auto* update = dyn_cast<AtomicRMWInst>(&i)) {
    lowerUpdate(*update);
  } else if (auto* fence = dyn_cast<FenceInst>(&i)) {
    Instruction out = make(Opcode::Fence, i, false);
    out.order = memoryOrder(fence->getOrdering());
    builder_.append(out, {});
  } else if (auto* allocation = dyn_cast<AllocaInst>(&i)) {
    lowerAllocation(*allocation);
  } else if (auto* address = dyn_cast<GetElementPtrInst>(&i)) {
    lowerAddress(*address);
  } else if (auto* phi = dyn_cast<PHINode>(&i)) {
    lowerPhi(*phi);
  } else if (auto* select = dyn_cast<SelectInst>(&i)) {
    emit(Opcode::Select, i,
         {value(select->getCondition()), value(select->getTrueValue()), value(select->getFalseValue())});
  } else if (auto* compare = dyn_cast<CmpInst>(&i)) {
    lowerCompare(*compare);
  } else if (auto* arithmetic = dyn_cast<BinaryOperator>(&i)) {
    lowerArithmetic(*arithmetic);
  } else if (isa<CastInst, FreezeInst, UnaryOperator>(i)) {
    emit(Opcode::Copy, i, {value(i.getOperand(0))});
  } else if (auto* extract = dyn_cast<ExtractValueInst>(&i)) {
    // The offset inside the aggregate, as if it lay in memory.
    SmallVector<llvm::Value*, 4> path{ConstantInt::get(llvm::Type::getInt32Ty(i.getContext()), 0)};
    for (unsigned index : extract->indices()) path.push_back(ConstantInt::get(path[0]->getType(), index));
    int64_t offset = module_.layout.getIndexedOffsetInType(extract->getAggregateOperand()->getType(), path);
    emit(Opcode::Extract, i, {value(extract->getAggregateOperand())}, offset);
  } else if (auto* insert = dyn_cast<InsertValueInst>(&i)) {
    SmallVector<llvm::Value*, 4> path{ConstantInt::get(llvm::Type::getInt32Ty(i.getContext()), 0)};
    for (unsigned index : insert->indices()) path.push_back(ConstantInt::get(path[0]->getType(), index));
    int64_t offset = module_.layout.getIndexedOffsetInType(insert->getAggregateOperand()->getType(), path);
    emit(Opcode::Insert, i, {value(insert->getAggregateOperand()), value(insert->getInsertedValueOperand())}, offset);
  } else if (isa<ExtractElementInst>(i)) {
    emit(Opcode::Extract, i, {value(i.getOperand(0))});
  } else if (isa<InsertElementInst>(i)) {
    emit(Opcode::Insert, i, {value(i.getOperand(0)), value(i.getOperand(1))});
  } else if (isa<ShuffleVectorInst>(i)) {
    emit(Opcode::Insert, i, {value(i.getOperand(0)), value(i.getOperand(1))});
  } else if (isa<LandingPadInst>(i)) {
    emit(Opcode::Caught, i, {});
  } else if (auto* call = dyn_cast<CallBase>(&i)) {
    lowerCall(*call);
  } else if (isa<VAArgInst>(i)) {
    // The block of variadic arguments is one array; the list's own bookkeeping does not matter.
    ValueId block = step(Opcode::Load, i, {value(i.getOperand(0))}, 8);
    emit(Opcode::Load, i, {block}, bytesOf(i.getType()));
  } else {
    opaque(i, i.getOpcodeName(), true);
  }
}

// The function in a slot of a virtual table, where which slot that is lies in a pointer to member: one of those that
// the program has such pointers of.
void FunctionLowering::lowerMemberSlot(const LoadInst& load) {
  ValueId table = value(cast<GetElementPtrInst>(load.getPointerOperand())->getPointerOperand());
  ValueId found = builder_.undefined();
  for (uint64_t slot : module_.linked.memberPointers.slots) {
    ValueId place = step(Opcode::Index, load, {table, builder_.integer(static_cast<int64_t>(slot / 8))}, 8);
    Instruction read = make(Opcode::Load, load, false);
    read.isSynthetic = true;
    read.immediate = 8;
    read.result = builder_.newLocal();
    builder_.append(read, {place});
    found = step(Opcode::Select, load, {builder_.undefined(), ValueId::local(read.result), found});
  }
  emit(Opcode::Copy, load, {found});
}

// Whether there is room for objects of other types in it, as far as LLVM's types tell: an array of bytes.
static bool holdsBytes(const llvm::Type* type) {
  if (auto* array = dyn_cast<ArrayType>(type))
    return (array->getElementType()->isIntegerTy(8) && array->getNumElements() >= 8) ||
           holdsBytes(array->getElementType());
  auto* structure = dyn_cast<StructType>(type);
  return structure && any_of(structure->elements(), holdsBytes);
}

// What the debug information says that a pointer is to, if anything.
TypeId FunctionLowering::pointeeOf(LocalId local) const {
  TypeId pointer = builder_.program.local(builder_.program.functions[id_], local).type;
  return pointer && builder_.program.types[pointer].kind == TypeKind::Pointer ? builder_.program.types[pointer].element
                                                                              : TypeId();
}

void FunctionLowering::lowerAllocation(const AllocaInst& i) {
  Instruction out = make(Opcode::Allocate, i);
  out.storage = Storage::Stack;
  out.immediate = static_cast<int64_t>(module_.layout.getTypeAllocSize(i.getAllocatedType()).getKnownMinValue());
  out.type = module_.types.ofLlvm(i.getAllocatedType());
  if (auto it = stackVariables_.find(&i); it != stackVariables_.end()) {
    const DILocalVariable* variable = it->second;
    if (TypeId type = module_.types.ofDebug(variable->getType())) out.type = type;
    out.position = module_.position(variable, variable->getScope());
    builder_.program.local(builder_.program.functions[id_], out.result).name = builder_.string(variable->getName());
  } else if (auto it = libraryVariables_.find(&i); it != libraryVariables_.end()) {
    if (TypeId type = module_.types.ofDebug(it->second->getType())) out.type = type;
  } else if (TypeId pointee = pointeeOf(out.result)) {
    // Temporaries have no declaration, but what is called on them says what they are: more than LLVM's types, in which
    // storage for objects of other types is text.
    const Type& known = builder_.program.types[pointee];
    bool isAsLarge = known.kind == TypeKind::Struct && known.size == static_cast<uint64_t>(out.immediate);
    if (isAsLarge && holdsBytes(i.getAllocatedType())) out.type = pointee;
  }
  if (i.isArrayAllocation())
    builder_.append(out, {value(i.getArraySize())});
  else
    builder_.append(out, {});
}

// Struct members become one Field step, array steps become Index: the model keeps "another element of the same array"
// apart from "another member", which byte offsets alone do not.
void FunctionLowering::lowerAddress(const GetElementPtrInst& i) {
  struct Step {
    Opcode opcode;
    ValueId index;
    int64_t immediate;
    TypeId type;
  };
  SmallVector<Step, 4> steps;
  for (auto it = gep_type_begin(i), end = gep_type_end(i); it != end; ++it) {
    auto* constant = dyn_cast<ConstantInt>(it.getOperand());
    if (StructType* structure = it.getStructTypeOrNull()) {
      int64_t offset = module_.layout.getStructLayout(structure)->getElementOffset(constant->getZExtValue());
      // A member of a member is one step from the outermost struct.
      if (!steps.empty() && steps.back().opcode == Opcode::Field)
        steps.back().immediate += offset;
      else
        steps.push_back({Opcode::Field, {}, offset, module_.types.ofLlvm(structure)});
    } else if (!constant || !constant->isZero()) {
      int64_t stride = it.getSequentialElementStride(module_.layout).getKnownMinValue();
      steps.push_back({Opcode::Index, value(it.getOperand()), stride, module_.types.ofLlvm(it.getIndexedType())});
    }
  }
  ValueId address = value(i.getPointerOperand());
  bool isAdjustment = isMemberAdjustment(i);
  if (steps.empty() || (isAdjustment && !module_.linked.memberPointers.areAdjusted))
    return emit(Opcode::Copy, i, {address});
  for (size_t s = 0; s < steps.size(); ++s) {
    Instruction out = make(steps[s].opcode, i, s + 1 == steps.size());
    out.immediate = steps[s].immediate;
    out.type = steps[s].type;
    if (s + 1 < steps.size()) out.result = builder_.newLocal();
    out.isSynthetic = isAdjustment;
    if (out.opcode == Opcode::Field)
      builder_.append(out, {address});
    else
      builder_.append(out, {address, steps[s].index});
    address = ValueId::local(out.result);
  }
}

void FunctionLowering::lowerPhi(const PHINode& i) {
  SmallVector<ValueId, 8> operands;
  SmallVector<BlockId, 8> from;
  SmallPtrSet<const BasicBlock*, 8> seen;
  for (unsigned k = 0; k < i.getNumIncomingValues(); ++k) {
    // A switch reaches one block over several edges; the model has one entry for each predecessor block.
    if (!seen.insert(i.getIncomingBlock(k)).second) continue;
    const llvm::Value* v = i.getIncomingValue(k);
    // Instructions cannot be put before a phi, so a constant aggregate is reduced to what a constant can say.
    operands.push_back(isa<ConstantAggregate>(v) ? builder_.undefined() : value(v));
    from.push_back(lastBlockOf(i.getIncomingBlock(k)));
  }
  builder_.append(make(Opcode::Phi, i), operands, from);
}

void FunctionLowering::lowerCompare(const CmpInst& i) {
  Instruction out = make(Opcode::Compare, i);
  out.isUnsigned = i.isUnsigned();
  switch (i.getPredicate()) {
  case CmpInst::ICMP_EQ:
    out.compare = CompareKind::Equal;
    break;
  case CmpInst::ICMP_NE:
    out.compare = CompareKind::NotEqual;
    break;
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_SLT:
    out.compare = CompareKind::Less;
    break;
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_SLE:
    out.compare = CompareKind::LessEqual;
    break;
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_SGT:
    out.compare = CompareKind::Greater;
    break;
  case CmpInst::ICMP_UGE:
  case CmpInst::ICMP_SGE:
    out.compare = CompareKind::GreaterEqual;
    break;
  default:
    out.compare = CompareKind::Other;
    break;
  }
  builder_.append(out, {value(i.getOperand(0)), value(i.getOperand(1))});
}

void FunctionLowering::lowerArithmetic(const BinaryOperator& i) {
  // `!b` of a truth value asks whether it is zero; of a number, the same operation does not.
  if (i.getType()->isIntegerTy(1) && i.getOpcode() == llvm::Instruction::Xor && isa<ConstantInt>(i.getOperand(1)) &&
      cast<ConstantInt>(i.getOperand(1))->isOne()) {
    Instruction out = make(Opcode::Compare, i);
    out.compare = CompareKind::Equal;
    builder_.append(out, {value(i.getOperand(0)), builder_.integer(0)});
    return;
  }
  Instruction out = make(Opcode::Binary, i);
  switch (i.getOpcode()) {
  case llvm::Instruction::Add:
    out.binary = BinaryKind::Add;
    break;
  case llvm::Instruction::Sub:
    out.binary = BinaryKind::Sub;
    break;
  case llvm::Instruction::Mul:
    out.binary = BinaryKind::Mul;
    break;
  case llvm::Instruction::UDiv:
  case llvm::Instruction::SDiv:
    out.binary = BinaryKind::Div;
    break;
  case llvm::Instruction::URem:
  case llvm::Instruction::SRem:
    out.binary = BinaryKind::Rem;
    break;
  case llvm::Instruction::And:
    out.binary = BinaryKind::And;
    break;
  case llvm::Instruction::Or:
    out.binary = BinaryKind::Or;
    break;
  case llvm::Instruction::Xor:
    out.binary = BinaryKind::Xor;
    break;
  case llvm::Instruction::Shl:
    out.binary = BinaryKind::Shl;
    break;
  case llvm::Instruction::LShr:
  case llvm::Instruction::AShr:
    out.binary = BinaryKind::Shr;
    break;
  default:
    out.binary = BinaryKind::Other;
    break;
  }
  out.isUnsigned = i.getOpcode() == llvm::Instruction::UDiv || i.getOpcode() == llvm::Instruction::URem ||
                   i.getOpcode() == llvm::Instruction::LShr;
  builder_.append(out, {value(i.getOperand(0)), value(i.getOperand(1))});
}

void FunctionLowering::lowerUpdate(const AtomicRMWInst& i) {
  Instruction out = make(Opcode::AtomicUpdate, i);
  out.order = memoryOrder(i.getOrdering());
  out.isVolatile = i.isVolatile();
  out.immediate = bytesOf(i.getValOperand()->getType());
  switch (i.getOperation()) {
  case AtomicRMWInst::Xchg:
    out.binary = BinaryKind::Exchange;
    break;
  case AtomicRMWInst::Add:
    out.binary = BinaryKind::Add;
    break;
  case AtomicRMWInst::Sub:
    out.binary = BinaryKind::Sub;
    break;
  case AtomicRMWInst::And:
    out.binary = BinaryKind::And;
    break;
  case AtomicRMWInst::Nand:
    out.binary = BinaryKind::Nand;
    break;
  case AtomicRMWInst::Or:
    out.binary = BinaryKind::Or;
    break;
  case AtomicRMWInst::Xor:
    out.binary = BinaryKind::Xor;
    break;
  case AtomicRMWInst::Max:
  case AtomicRMWInst::UMax:
    out.binary = BinaryKind::Max;
    break;
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMin:
    out.binary = BinaryKind::Min;
    break;
  default:
    out.binary = BinaryKind::Other;
    break;
  }
  builder_.append(out, {value(i.getPointerOperand()), value(i.getValOperand())});
}

void FunctionLowering::lowerTerminator(const llvm::Instruction& i) {
  if (auto* ret = dyn_cast<ReturnInst>(&i)) {
    Instruction out = make(Opcode::Return, i, false);
    SmallVector<ValueId, 1> operands;
    if (ret->getReturnValue()) operands.push_back(value(ret->getReturnValue()));
    builder_.append(out, operands);
    return builder_.endBlock({});
  }
  if (auto* branch = dyn_cast<BranchInst>(&i)) {
    if (branch->isUnconditional()) {
      builder_.append(make(Opcode::Jump, i, false), {});
      return builder_.endBlock({blocks_[branch->getSuccessor(0)]});
    }
    builder_.append(make(Opcode::Branch, i, false), {value(branch->getCondition())});
    return builder_.endBlock({blocks_[branch->getSuccessor(0)], blocks_[branch->getSuccessor(1)]});
  }
  if (auto* choice = dyn_cast<SwitchInst>(&i)) {
    SmallVector<ValueId, 8> operands{value(choice->getCondition())};
    SmallVector<BlockId, 8> targets{blocks_[choice->getDefaultDest()]};
    for (auto& alternative : choice->cases()) {
      operands.push_back(module_.constant(alternative.getCaseValue()));
      targets.push_back(blocks_[alternative.getCaseSuccessor()]);
    }
    builder_.append(make(Opcode::Switch, i, false), operands);
    return builder_.endBlock(targets);
  }
  if (auto* invoke = dyn_cast<InvokeInst>(&i)) {
    BlockId own(blocks_[i.getParent()].index + 1);
    builder_.append(make(Opcode::Jump, i, false), {});
    builder_.endBlock({own});
    builder_.beginBlock(own);
    lowerCall(*invoke);
    builder_.append(make(Opcode::Jump, i, false), {});
    return builder_.endBlock({blocks_[invoke->getNormalDest()]}, {blocks_[invoke->getUnwindDest()]});
  }
  if (auto* resume = dyn_cast<ResumeInst>(&i)) {
    builder_.append(make(Opcode::Throw, i, false), {value(resume->getValue())});
    return builder_.endBlock({});
  }
  if (isa<UnreachableInst>(i)) {
    builder_.append(make(Opcode::Unreachable, i, false), {});
    return builder_.endBlock({});
  }
  // Computed jumps, jumps out of assembly, and the funclets of another exception model: control may go to any
  // successor.
  if (auto* call = dyn_cast<CallBase>(&i))
    lowerCall(*call);
  else if (!isa<IndirectBrInst>(i))
    builder_.omit(i.getOpcodeName(), positionOf(i));
  SmallVector<BlockId, 8> targets;
  SmallPtrSet<const BasicBlock*, 8> seen;
  for (const BasicBlock* target : successors(i.getParent()))
    if (seen.insert(target).second) targets.push_back(blocks_[target]);
  if (targets.empty()) {
    builder_.append(make(Opcode::Throw, i, false), {});
    return builder_.endBlock({});
  }
  SmallVector<ValueId, 8> operands{builder_.undefined()};
  for (size_t k = 1; k < targets.size(); ++k) operands.push_back(builder_.integer(static_cast<int64_t>(k)));
  builder_.append(make(Opcode::Switch, i, false), operands);
  builder_.endBlock(targets);
}

} // namespace steward
