// The set of call models in force: the shipped ones (built into the program) and the user's files.
#pragma once

#include "models/effect.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <deque>
#include <vector>

namespace steward {

class Models {
public:
  // The models that ship with Steward.
  static Models shipped();

  // Adds a model file; its entries win over earlier ones of the same name. Errors read "FILE:LINE: reason".
  llvm::Error addFile(llvm::StringRef path);
  llvm::Error addText(llvm::StringRef text, llvm::StringRef fileName);

  // The model of a function, by its link name (C) or its qualified name without parameters and template arguments (C++,
  // "std::mutex::lock"). An exact name wins over a pattern, a later entry over an earlier one. Null when none matches.
  const CallModel* find(llvm::StringRef linkName, llvm::StringRef qualifiedName) const;

  size_t size() const { return models_.size(); }

private:
  std::deque<CallModel> models_; // stable addresses
  llvm::StringMap<const CallModel*> byName_;
  std::vector<std::pair<std::string, const CallModel*>> patterns_;
};

} // namespace steward
