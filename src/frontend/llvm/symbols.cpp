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

static std::string inPart(unsigned part, llvm::StringRef name) { return std::to_string(part) + ":" + name.str(); }

llvm::Expected<Symbols> Symbols::link(llvm::ArrayRef<std::unique_ptr<llvm::Module>> modules, Parts parts) {
  Symbols symbols;
  bool isOnePart = llvm::all_of(parts, [](const auto& part) { return part.second == 0; });
  if (!isOnePart) symbols.parts_ = std::move(parts);
  for (const auto& module : modules)
    for (const llvm::GlobalValue& value : module->global_values()) {
      if (value.hasLocalLinkage() || !value.hasName() || value.hasAppendingLinkage()) continue;
      bool isHidden = !isOnePart && value.hasHiddenVisibility() && !value.isDeclaration();
      auto [it, isNew] = isHidden ? symbols.hidden_.try_emplace(inPart(symbols.partOf(value), value.getName()), &value)
                                  : symbols.chosen_.try_emplace(value.getName(), &value);
      if (isNew) continue;
      Strength old = strengthOf(*it->second), now = strengthOf(value);
      bool isOtherPart = symbols.partOf(*it->second) != symbols.partOf(value);
      if (isOtherPart && old > Strength::Available) continue;
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
  if (!hidden_.empty()) {
    auto own = hidden_.find(inPart(partOf(*value), value->getName()));
    if (own != hidden_.end()) return own->second;
  }
  auto it = chosen_.find(value->getName());
  return it == chosen_.end() ? value : it->second;
}

} // namespace steward
