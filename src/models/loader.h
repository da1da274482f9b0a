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
};

// All entries in the order of the file. The first mistake is the error, "FILE:LINE: reason".
llvm::Expected<std::vector<LoadedModel>> loadModels(llvm::StringRef text, llvm::StringRef fileName);

} // namespace steward
