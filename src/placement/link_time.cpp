#include "placement/link_time.h"

#include "placement/accesses.h"
#include "placement/proofs.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace steward::placement {

static constexpr const char *wishes = "steward.link-time", *reference = "__steward_deferred",
                            *missing = "__steward_checks_are_placed_by_a_link_with_steward_cc";

static constexpr std::pair<const char*, bool PlacementOptions::*> options[] = {
    {"per-access", &PlacementOptions::perAccess},
    {"counting", &PlacementOptions::counting},
    {"tracing", &PlacementOptions::tracing},
    {"remarking", &PlacementOptions::remarking},
};

void deferChecks(Module& module, const PlacementOptions& wanted) {
  LLVMContext& context = module.getContext();
  SmallVector<Metadata*, 4> names;
  for (auto [name, member] : options)
    if (wanted.*member) names.push_back(MDString::get(context, name));
  module.getOrInsertNamedMetadata(wishes)->addOperand(MDNode::get(context, names));
  Type* pointer = PointerType::getUnqual(context);
  FunctionCallee callee = module.getOrInsertFunction(missing, Type::getVoidTy(context));
  auto* variable = new GlobalVariable(module, pointer, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                      cast<Constant>(callee.getCallee()), reference);
  appendToUsed(module, {variable});
  // Where the lines are of which something is proved is known now.
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      if (isa<LoadInst, StoreInst>(instruction) && isProved(instruction)) markCovered(instruction);
}

bool hasDeferredChecks(const Module& module) { return module.getNamedMetadata(wishes); }

PlacementOptions deferredChecks(const Module& module) {
  PlacementOptions wanted;
  for (const MDNode* wish : module.getNamedMetadata(wishes)->operands())
    for (const MDOperand& operand : wish->operands())
      for (auto [name, member] : options)
        if (cast<MDString>(operand)->getString() == name) wanted.*member = true;
  return wanted;
}

PlacementOptions takeDeferredChecks(Module& module) {
  PlacementOptions wanted = deferredChecks(module);
  module.eraseNamedMetadata(module.getNamedMetadata(wishes));
  SmallPtrSet<Constant*, 8> references;
  for (GlobalVariable& variable : module.globals())
    if (variable.getName().starts_with(reference)) references.insert(&variable);
  removeFromUsedLists(module, [&](Constant* used) { return references.contains(used->stripPointerCasts()); });
  for (Constant* variable : references) cast<GlobalVariable>(variable)->eraseFromParent();
  if (Function* function = module.getFunction(missing); function && function->use_empty()) function->eraseFromParent();
  return wanted;
}

} // namespace steward::placement
