// The set of call models in force: the shipped ones (built into the program) and the user's files.
#pragma once

#include "models/effect.h"
#include "models/loader.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

#include <deque>
#include <vector>

namespace steward {

class Models {
public:
  Models() = default;
  Models(Models&&) = default;
  Models& operator=(Models&&) = default;

  // The models that ship with Steward.
  static Models shipped();

  // Adds a model file; its entries win over earlier ones of the same name. Errors read "FILE:LINE: reason".
  llvm::Error addFile(llvm::StringRef path);
  llvm::Error addText(llvm::StringRef text, llvm::StringRef fileName) {
    return addText(text, fileName, BodyRule::Replaced);
  }

  // The model of a function, by its link name (C) or its qualified name without parameters and template arguments (C++,
  // "std::mutex::lock", see names.h). An exact name wins over a pattern, a later entry over an earlier one. Null when
  // none matches.
  const CallModel* find(llvm::StringRef linkName, llvm::StringRef qualifiedName) const;

  // Whether a function is declared to be the entry of an origin, by its names as above; null when it is not.
  const OriginDeclaration* findOrigin(llvm::StringRef linkName, llvm::StringRef qualifiedName) const;
  bool declareOrigins() const { return !origins_.empty(); }

  // Of a function or type, by its full name.
  InternalRule internalRule(llvm::StringRef name) const;
  bool isInternal(llvm::StringRef name) const { return internalRule(name) == InternalRule::Internal; }

  // Of a function, by its full name.
  OwnerRule ownerRule(llvm::StringRef name) const;

  size_t size() const { return models_.size(); }

private:
  llvm::Error addText(llvm::StringRef text, llvm::StringRef fileName, BodyRule unsaid);

  std::deque<CallModel> models_;   // stable addresses; a later entry has a higher index
  llvm::StringMap<size_t> byName_; // index into models_
  struct Pattern {
    llvm::GlobPattern glob; // refers to the text in CallModel::name
    size_t model;
  };
  std::vector<Pattern> patterns_;
  std::vector<LoadedOrigin> origins_;
  std::vector<LoadedInternal> internals_;
  std::vector<LoadedOwner> owners_;
};

} // namespace steward
