// Atomic operations become calls of the runtime, which makes them (runtime/abi.h).
#include "placement/emit.h"

#include "llvm/CodeGen/AtomicExpandUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace steward::placement {

static int orderNumber(AtomicOrdering order) { return int(toCABI(order)); }

static const char* operationName(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Xchg:
    return "exchange";
  case AtomicRMWInst::Add:
    return "fetch_add";
  case AtomicRMWInst::Sub:
    return "fetch_sub";
  case AtomicRMWInst::And:
    return "fetch_and";
  case AtomicRMWInst::Or:
    return "fetch_or";
  case AtomicRMWInst::Xor:
    return "fetch_xor";
  case AtomicRMWInst::Nand:
    return "fetch_nand";
  default:
    return nullptr; // a loop of compare-and-exchange
  }
}

// Same bits as an integer, and back.
static Value* asInteger(IRBuilder<>& builder, Value* value, IntegerType* type) {
  if (value->getType()->isPointerTy()) return builder.CreatePtrToInt(value, type);
  return builder.CreateBitCast(value, type);
}
static Value* asType(IRBuilder<>& builder, Value* value, Type* type) {
  if (type->isPointerTy()) return builder.CreateIntToPtr(value, type);
  return builder.CreateBitCast(value, type);
}

void Emitter::replaceAtomic(Instruction* atomic, bool waits) {
  IRBuilder<> builder(atomic);
  auto number = [&](AtomicOrdering order) { return ConstantInt::get(int32_, orderNumber(order)); };
  if (auto* fence = dyn_cast<FenceInst>(atomic)) {
    builder.CreateCall(module_.getOrInsertFunction("__steward_fence", voidType_, int32_), number(fence->getOrdering()));
    atomic->eraseFromParent();
    return;
  }
  const DataLayout& layout = module_.getDataLayout();
  Type* type = isa<AtomicCmpXchgInst>(atomic) ? cast<AtomicCmpXchgInst>(atomic)->getCompareOperand()->getType()
               : isa<AtomicRMWInst>(atomic)   ? atomic->getType()
                                              : getLoadStoreType(atomic);
  uint64_t bits = layout.getTypeStoreSizeInBits(type);
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128) return; // the C library's, seen at run time
  IntegerType* integer = builder.getIntNTy(bits);
  auto call = [&](const Twine& operation, Type* result, ArrayRef<Value*> arguments) {
    SmallVector<Type*, 6> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    std::string name = ("__steward_atomic" + Twine(bits) + "_" + operation).str();
    return builder.CreateCall(module_.getOrInsertFunction(name, FunctionType::get(result, types, false)), arguments);
  };
  if (auto* load = dyn_cast<LoadInst>(atomic)) {
    Value* value =
        call(waits ? "await" : "load", integer,
             {load->getPointerOperand(), number(load->getOrdering()), siteOf(Member{atomic}, false), stack()});
    atomic->replaceAllUsesWith(asType(builder, value, type));
  } else if (auto* store = dyn_cast<StoreInst>(atomic)) {
    call("store", voidType_,
         {store->getPointerOperand(), asInteger(builder, store->getValueOperand(), integer),
          number(store->getOrdering()), siteOf(Member{atomic}, true)});
  } else if (auto* change = dyn_cast<AtomicRMWInst>(atomic)) {
    const char* operation = operationName(change->getOperation());
    if (!operation || !(type->isIntegerTy() || change->getOperation() == AtomicRMWInst::Xchg)) {
      // The loop's compare-and-exchange is the operation; it is replaced in its turn.
      SmallVector<Instruction*, 1> exchanges;
      expandAtomicRMWToCmpXchg(change, [&](IRBuilderBase& at, Value* address, Value* loaded, Value* changed,
                                           Align alignment, AtomicOrdering order, SyncScope::ID scope, Value*& success,
                                           Value*& newLoaded, Instruction*) {
        Type* original = changed->getType();
        bool needsCast = original->isFloatingPointTy() || original->isVectorTy();
        if (needsCast) {
          IntegerType* same = at.getIntNTy(original->getPrimitiveSizeInBits());
          changed = at.CreateBitCast(changed, same);
          loaded = at.CreateBitCast(loaded, same);
        }
        AtomicCmpXchgInst* exchange = at.CreateAtomicCmpXchg(
            address, loaded, changed, alignment, order, AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
        success = at.CreateExtractValue(exchange, 1);
        newLoaded = at.CreateExtractValue(exchange, 0);
        if (needsCast) newLoaded = at.CreateBitCast(newLoaded, original);
        exchanges.push_back(exchange);
      });
      for (Instruction* exchange : exchanges) replaceAtomic(exchange);
      return;
    }
    Value* value = call(operation, integer,
                        {change->getPointerOperand(), asInteger(builder, change->getValOperand(), integer),
                         number(change->getOrdering()), siteOf(Member{atomic}, true)});
    atomic->replaceAllUsesWith(asType(builder, value, type));
  } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(atomic)) {
    Value* expected = asInteger(builder, exchange->getCompareOperand(), integer);
    Value* old = call(
        "compare_exchange", integer,
        {exchange->getPointerOperand(), expected, asInteger(builder, exchange->getNewValOperand(), integer),
         number(exchange->getSuccessOrdering()), number(exchange->getFailureOrdering()), siteOf(Member{atomic}, true)});
    Value* success = builder.CreateICmpEQ(old, expected);
    Value* result = builder.CreateInsertValue(PoisonValue::get(exchange->getType()), asType(builder, old, type), 0);
    atomic->replaceAllUsesWith(builder.CreateInsertValue(result, success, 1));
  } else
    return;
  atomic->eraseFromParent();
}

} // namespace steward::placement
