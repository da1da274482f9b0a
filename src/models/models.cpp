#include "models/models.h"

#include "models/loader.h"
#include "models/shipped.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace steward {

Models Models::shipped() {
  Models models;
  // A program may have a function of its own called `error` or `round`; then its body says what it does.
  for (const ShippedFile& file : shippedFiles())
    if (llvm::Error error = models.addText(file.text, file.name, BodyRule::Wins))
      llvm::report_fatal_error(std::move(error)); // the unit tests load every shipped file
  return models;
}

llvm::Error Models::addFile(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    std::string reason = buffer.getError().message();
    reason[0] = llvm::toLower(reason[0]);
    return llvm::createStringError(buffer.getError(), path + ": " + reason);
  }
  return addText((*buffer)->getBuffer(), path);
}

llvm::Error Models::addText(llvm::StringRef text, llvm::StringRef fileName, BodyRule unsaid) {
  auto loaded = loadModels(text, fileName);
  if (!loaded) return loaded.takeError();
  for (LoadedOrigin& entry : loaded->origins) origins_.push_back(std::move(entry));
  for (LoadedInternal& entry : loaded->internals) internals_.push_back(std::move(entry));
  for (LoadedOwner& entry : loaded->owners) owners_.push_back(std::move(entry));
  for (LoadedModel& entry : loaded->calls) {
    size_t index = models_.size();
    CallModel& model = models_.emplace_back(std::move(entry.model));
    if (!entry.saysBody) model.body = unsaid;
    if (entry.isPattern)
      patterns_.push_back({llvm::cantFail(llvm::GlobPattern::create(model.name)), index});
    else
      byName_[model.name] = index;
  }
  return llvm::Error::success();
}

const CallModel* Models::find(llvm::StringRef linkName, llvm::StringRef qualifiedName) const {
  auto byLinkName = byName_.find(linkName);
  auto byQualifiedName = linkName == qualifiedName ? byName_.end() : byName_.find(qualifiedName);
  if (byLinkName != byName_.end() && byQualifiedName != byName_.end())
    return &models_[std::max(byLinkName->second, byQualifiedName->second)];
  if (byLinkName != byName_.end()) return &models_[byLinkName->second];
  if (byQualifiedName != byName_.end()) return &models_[byQualifiedName->second];

  for (const Pattern& pattern : llvm::reverse(patterns_))
    if (pattern.glob.match(linkName) || (linkName != qualifiedName && pattern.glob.match(qualifiedName)))
      return &models_[pattern.model];
  return nullptr;
}

const OriginDeclaration* Models::findOrigin(llvm::StringRef linkName, llvm::StringRef qualifiedName) const {
  const OriginDeclaration* found = nullptr;
  for (const LoadedOrigin& entry : llvm::reverse(origins_)) {
    llvm::StringRef name = entry.origin.name;
    if (!entry.isPattern && (name == linkName || name == qualifiedName)) return &entry.origin;
    if (found || !entry.isPattern) continue;
    llvm::GlobPattern glob = llvm::cantFail(llvm::GlobPattern::create(name));
    if (glob.match(linkName) || glob.match(qualifiedName)) found = &entry.origin;
  }
  return found;
}

InternalRule Models::internalRule(llvm::StringRef name) const {
  InternalRule rule = InternalRule::None;
  for (const LoadedInternal& entry : internals_)
    if (rule != InternalRule::Excepted && llvm::cantFail(llvm::GlobPattern::create(entry.pattern)).match(name))
      rule = entry.isExcepted ? InternalRule::Excepted : InternalRule::Internal;
  return rule;
}

OwnerRule Models::ownerRule(llvm::StringRef name) const {
  OwnerRule rule = OwnerRule::None;
  for (const LoadedOwner& entry : owners_)
    if (rule != OwnerRule::Owner && llvm::cantFail(llvm::GlobPattern::create(entry.pattern)).match(name))
      rule = entry.rule;
  return rule;
}

} // namespace steward
