// Compiles the sources of a build to bitcode, several at once, each only if the cache does not have it.
#pragma once

#include "capture/cache.h"
#include "capture/step.h"

#include "llvm/Support/Error.h"

#include <functional>

namespace steward {

struct CompiledUnit {
  std::string source;  // absolute
  std::string bitcode; // the path of a file; empty when there is none
  std::string problem; // why there is none, in a few words
  std::vector<std::string> dropped;
  bool isFromCache = false;
};

struct CompileProgress {
  std::function<void(const std::string& what)> say = [](const std::string&) {};
};

// One result for each unit. Fails only when there is no clang.
llvm::Expected<std::vector<CompiledUnit>> compileUnits(llvm::ArrayRef<CompileStep> units, CompileCache& cache,
                                                       const CompileProgress& progress);

// The files that a dependency file names, "x: a.c b.h \", as absolute paths.
std::vector<std::string> parseDependencies(llvm::StringRef text, llvm::StringRef directory);

} // namespace steward
