#include "frontend/llvm/symbols.h"

namespace steward {

namespace {

// Which of two globals of one name is kept: the higher one; the first among equals.
enum class Strength { Declaration, Available, Weak, Common, Strong };

Strength strengthOf(const llvm::GlobalValue& value) {
  if (value.isDeclaration()) return Strength::Declaration;
  if (value.hasAvailableExternallyLinkage()) return Strength::Available;
  if (value.hasCommonLinkage()) return Strength::Common;
  if (value.isWeakForLinker()) return Strength::Weak;
  return Strength::Strong;
}

} // namespace

llvm::Expected<Symbols> Symbols::link(llvm::ArrayRef<std::unique_ptr<llvm::Module>> modules) {
  Symbols symbols;
  for (const auto& module : modules)
    for (const llvm::GlobalValue& value : module->global_values()) {
      if (value.hasLocalLinkage() || !value.hasName() || value.hasAppendingLinkage()) continue;
      auto [it, isNew] = symbols.chosen_.try_emplace(value.getName(), &value);
      if (isNew) continue;
      Strength old = strengthOf(*it->second), now = strengthOf(value);
      if (old == Strength::Strong && now == Strength::Strong)
        return llvm::createStringError(module->getModuleIdentifier() + ": defines '" + value.getName() + "', which " +
                                       it->second->getParent()->getModuleIdentifier() +
                                       " defines too; they cannot be one program");
      if (now > old) it->second = &value;
    }
  return symbols;
}

const llvm::GlobalValue* Symbols::resolve(const llvm::GlobalValue* value) const {
  if (value->hasLocalLinkage() || !value->hasName()) return value;
  auto it = chosen_.find(value->getName());
  return it == chosen_.end() ? value : it->second;
}

} // namespace steward
