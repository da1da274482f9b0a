// Calls and LLVM's intrinsic functions.
#include "frontend/llvm/function_lowering.h"
#include "frontend/llvm/marks.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

namespace steward {

using namespace llvm;

void FunctionLowering::opaque(const llvm::Instruction& i, StringRef what, bool isOmission) {
  Instruction out = make(Opcode::Opaque, i);
  out.immediate = builder_.string(what).index;
  SmallVector<ValueId, 4> operands;
  if (auto* call = dyn_cast<CallBase>(&i)) {
    for (const Use& argument : call->args()) operands.push_back(value(argument));
  } else {
    for (const Use& operand : i.operands()) operands.push_back(value(operand));
  }
  builder_.append(out, operands);
  if (isOmission) builder_.omit(what, out.position);
}

// Assembly that only orders the compiler or the processor touches no memory of its own.
static bool isBarrierOnly(const InlineAsm& assembly) {
  StringRef text = StringRef(assembly.getAsmString()).trim();
  return text.empty() || text == "pause" || text == "nop" || text == "rep; nop" || text == "rep ; nop" ||
         text == "yield" || text == "mfence" || text == "lfence" || text == "sfence";
}

// An argument passed by value in memory: the callee has its own copy.
ValueId FunctionLowering::copyForCallee(ValueId argument, llvm::Type* type) {
  int64_t bytes = bytesOf(type);
  Instruction allocate;
  allocate.opcode = Opcode::Allocate;
  allocate.storage = Storage::Stack;
  allocate.type = module_.types.ofLlvm(type);
  allocate.immediate = bytes;
  allocate.isSynthetic = true;
  allocate.result = builder_.newLocal();
  builder_.append(allocate, {});
  return ValueId::local(allocate.result);
}

void FunctionLowering::lowerCall(const CallBase& i) {
  if (auto* assembly = dyn_cast<InlineAsm>(i.getCalledOperand()))
    return opaque(i, "inline assembly", !isBarrierOnly(*assembly));
  if (const llvm::Function* callee = i.getCalledFunction(); callee && callee->isIntrinsic())
    if (lowerIntrinsic(i, *callee)) return;

  const GlobalValue* target = module_.functionOf(i.getCalledOperand());
  SmallVector<ValueId, 8> operands;
  if (!target) operands.push_back(value(i.getCalledOperand()));
  for (unsigned a = 0; a < i.arg_size(); ++a) {
    ValueId argument = value(i.getArgOperand(a));
    if (i.isByValArgument(a)) {
      llvm::Type* type = i.getParamByValType(a);
      ValueId copy = copyForCallee(argument, type);
      Instruction move = make(Opcode::MemoryCopy, i, false);
      builder_.append(move, {copy, argument, builder_.integer(bytesOf(type))});
      argument = copy;
    }
    operands.push_back(argument);
  }
  Instruction out = make(target ? Opcode::Call : Opcode::CallIndirect, i);
  if (target) out.immediate = module_.linked.functions[target].index;
  if (!target) out.type = module_.types.ofLlvm(i.getFunctionType());
  builder_.append(out, operands);
}

// On every target a va_list is a pointer to the arguments, or a struct that holds such pointers. All of its words get
// the address of the one block of variadic arguments.
void FunctionLowering::lowerVarArgs(const CallBase& i) {
  ValueId list = value(i.getArgOperand(0));
  ValueId block = step(Opcode::VarArgs, i, {});
  for (int64_t offset : {0, 8, 16}) {
    ValueId word = offset ? step(Opcode::Field, i, {list}, offset) : list;
    Instruction store = make(Opcode::Store, i, false);
    store.immediate = 8;
    store.isSynthetic = true;
    builder_.append(store, {word, block});
  }
}

// An annotation of a local variable, or of a member at each place where it is used: every mark on the way is one.
void FunctionLowering::markAddress(const CallBase& i) {
  auto mark = readMark(builder_, i.getArgOperand(1), i.arg_size() > 4 ? i.getArgOperand(4) : nullptr);
  const llvm::Value* annotated = i.getArgOperand(0);
  // Several annotations of one member follow each other.
  while (auto* before = dyn_cast<IntrinsicInst>(annotated)) {
    if (before->getIntrinsicID() != Intrinsic::ptr_annotation) break;
    annotated = before->getArgOperand(0);
  }
  ValueId address = value(annotated);
  if (!mark || !address) return;
  const Program& program = builder_.program;
  if (address.isConstant()) {
    // A member of a global variable.
    const steward::Constant& symbol = program.constants[address.constant()];
    if (symbol.kind != ConstantKind::Global || symbol.value < 0) return;
    mark->target = MarkTarget::Field;
    mark->type = program.globals[GlobalId(symbol.symbol)].type;
    mark->offset = static_cast<uint64_t>(symbol.value);
    while (mark->type && program.types[mark->type].kind == TypeKind::Array) {
      mark->type = program.types[mark->type].element;
      if (uint64_t size = mark->type ? program.types[mark->type].size : 0) mark->offset %= size;
    }
    if (mark->type) builder_.mark(*mark);
    return;
  }
  InstructionId definition = program.local(program.functions[id_], address.local()).definition;
  if (!definition) return;
  const Instruction& made = program.instructions[definition];
  if (made.opcode == Opcode::Field && made.type) {
    mark->target = MarkTarget::Field;
    mark->type = made.type;
    mark->offset = static_cast<uint64_t>(made.immediate);
  } else if (made.opcode == Opcode::Allocate) {
    mark->target = MarkTarget::Local;
    mark->function = id_;
    mark->local = address.local();
  } else {
    return;
  }
  builder_.mark(*mark);
}

bool FunctionLowering::lowerIntrinsic(const CallBase& i, const llvm::Function& intrinsic) {
  auto argument = [&](unsigned k) { return value(i.getArgOperand(k)); };
  auto access = [&](Opcode opcode, ArrayRef<ValueId> operands, int64_t bytes) {
    Instruction out = make(opcode, i);
    out.immediate = bytes;
    builder_.append(out, operands);
    return true;
  };
  auto binary = [&](BinaryKind kind) {
    Instruction out = make(Opcode::Binary, i);
    out.binary = kind;
    builder_.append(out, {argument(0), argument(1)});
    return true;
  };
  switch (intrinsic.getIntrinsicID()) {
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memcpy_element_unordered_atomic:
  case Intrinsic::memmove_element_unordered_atomic:
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
  case Intrinsic::memset_element_unordered_atomic: {
    bool isSet = isa<AnyMemSetInst>(i);
    // What is as large as a pointer is one value: a struct with one member, a handle that is moved.
    if (auto* length = dyn_cast<ConstantInt>(i.getArgOperand(2)); !isSet && length && length->getZExtValue() == 8) {
      ValueId moved = step(Opcode::Load, i, {argument(1)}, 8);
      emit(Opcode::Store, i, {argument(0), moved}, 8);
      return true;
    }
    Instruction out = make(isSet ? Opcode::MemorySet : Opcode::MemoryCopy, i);
    if (auto* memory = dyn_cast<MemIntrinsic>(&i)) out.isVolatile = memory->isVolatile();
    builder_.append(out, {argument(0), argument(1), argument(2)});
    return true;
  }
  case Intrinsic::vastart:
    lowerVarArgs(i);
    return true;
  case Intrinsic::vacopy:
    builder_.append(make(Opcode::MemoryCopy, i), {argument(0), argument(1), builder_.integer(24)});
    return true;

  // The value passes through.
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::threadlocal_address:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::annotation:
  case Intrinsic::ssa_copy:
  case Intrinsic::ptrmask:
  case Intrinsic::preserve_static_offset:
  case Intrinsic::arithmetic_fence:
  case Intrinsic::coro_begin: {
    unsigned from = intrinsic.getIntrinsicID() == Intrinsic::coro_begin ? 1 : 0;
    if (from) builder_.omit("coroutine", positionOf(i));
    emit(Opcode::Copy, i, {argument(from)});
    return true;
  }

  case Intrinsic::ptr_annotation:
    markAddress(i);
    emit(Opcode::Copy, i, {argument(0)});
    return true;
  case Intrinsic::var_annotation:
    markAddress(i);
    return true;

  case Intrinsic::umax:
  case Intrinsic::smax:
    return binary(BinaryKind::Max);
  case Intrinsic::umin:
  case Intrinsic::smin:
    return binary(BinaryKind::Min);
  case Intrinsic::masked_load:
    return access(Opcode::Load, {argument(0)}, bytesOf(i.getType()));
  case Intrinsic::masked_store:
    return access(Opcode::Store, {argument(1), argument(0)}, bytesOf(i.getArgOperand(0)->getType()));
  case Intrinsic::masked_gather:
    return access(Opcode::Load, {argument(0)}, 8);
  case Intrinsic::masked_scatter:
    return access(Opcode::Store, {argument(1), argument(0)}, 8);

  // No memory that a program could share, no value that matters.
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::vaend:
  case Intrinsic::assume:
  case Intrinsic::donothing:
  case Intrinsic::prefetch:
  case Intrinsic::stackrestore:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::sideeffect:
  case Intrinsic::pseudoprobe:
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
  case Intrinsic::debugtrap:
    if (i.getType()->isVoidTy()) return true;
    opaque(i, intrinsic.getName(), false);
    return true;
  default:
    break;
  }
  StringRef name = Intrinsic::getBaseName(intrinsic.getIntrinsicID());
  if (name.starts_with("llvm.coro")) {
    opaque(i, "coroutine", true);
    return true;
  }
  // Arithmetic and questions to the compiler read no memory; what does is counted as not analysed.
  bool harmless = intrinsic.doesNotAccessMemory() || intrinsic.onlyAccessesInaccessibleMemory() ||
                  none_of(i.args(), [](const Use& a) { return a->getType()->isPtrOrPtrVectorTy(); });
  opaque(i, name, !harmless);
  return true;
}

} // namespace steward
