// steward.toml: what a project wants of Steward, without typing it each time.
//
//   models = ["tools/our-locks.toml"]     # paths are relative to the file
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace steward {

struct Config {
  std::vector<std::string> models;
};

// Errors read "FILE:LINE: reason". A file that does not exist is an empty configuration.
llvm::Expected<Config> readConfig(llvm::StringRef path);

} // namespace steward
