// Reads steward.toml.
#pragma once

#include "steward/config.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace steward {

// Errors read "FILE:LINE: reason". A file that does not exist is an empty configuration.
llvm::Expected<Config> readConfig(llvm::StringRef path);

} // namespace steward
