// Reads one model file (TOML; docs/models.md describes the format).
#pragma once

#include "models/effect.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

#include <vector>

namespace steward {

// One name or pattern of a [[call]] entry; an entry with several names becomes several of these.
struct LoadedModel {
  CallModel model;
  bool isPattern = false; // model.name is a pattern, and one that llvm::GlobPattern accepts
  bool saysBody = false;  // model.body is what the file says
};

// One name or pattern of an [[origin]] entry.
struct LoadedOrigin {
  OriginDeclaration origin;
  bool isPattern = false;
};

// One pattern of an [[internal]] entry.
struct LoadedInternal {
  std::string pattern;
  bool isExcepted = false;
};

// One pattern of an [[owner]] entry.
struct LoadedOwner {
  std::string pattern;
  OwnerRule rule;
};

struct LoadedModels {
  std::vector<LoadedModel> calls;
  std::vector<LoadedOrigin> origins;
  std::vector<LoadedInternal> internals;
  std::vector<LoadedOwner> owners;
};

// All entries in the order of the file. The first mistake is the error, "FILE:LINE: reason".
llvm::Expected<LoadedModels> loadModels(llvm::StringRef text, llvm::StringRef fileName);

} // namespace steward
