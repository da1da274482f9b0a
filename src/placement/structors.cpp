#include "placement/structors.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace steward::placement {

static constexpr const char* wrapperName = "__steward_structor";

// void around(its parameters) { __steward_enter_structor(); structor(its parameters); __steward_leave_structor(); }
static Function* wrap(Function& structor) {
  Module& module = *structor.getParent();
  auto* around = Function::createWithDefaultAttr(structor.getFunctionType(), GlobalValue::InternalLinkage,
                                                 structor.getAddressSpace(), wrapperName, &module);
  around->setComdat(structor.getComdat()); // left out with it when another module has the same
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", around));
  builder.CreateCall(module.getOrInsertFunction("__steward_enter_structor", builder.getVoidTy()));
  SmallVector<Value*, 3> arguments(make_pointer_range(around->args()));
  Value* result = builder.CreateCall(&structor, arguments);
  builder.CreateCall(module.getOrInsertFunction("__steward_leave_structor", builder.getVoidTy()));
  if (result->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result);
  return around;
}

static void wrapList(GlobalVariable& list) {
  auto* entries = dyn_cast<ConstantArray>(list.getInitializer());
  if (!entries) return;
  SmallVector<Constant*, 8> wrapped;
  for (Use& use : entries->operands()) {
    auto* entry = cast<ConstantStruct>(use); // priority, function, and what it is for
    auto* structor = dyn_cast<Function>(entry->getOperand(1)->stripPointerCasts());
    if (structor && !structor->getName().starts_with(wrapperName)) // in a link, of a module that has its checks already
      entry = cast<ConstantStruct>(
          ConstantStruct::get(entry->getType(), entry->getOperand(0), wrap(*structor), entry->getOperand(2)));
    wrapped.push_back(entry);
  }
  list.setInitializer(ConstantArray::get(entries->getType(), wrapped));
}

void wrapStructors(Module& module) {
  for (const char* name : {"llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable* list = module.getGlobalVariable(name); list && list->hasInitializer()) wrapList(*list);
}

} // namespace steward::placement
