// File names as URIs.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace steward {

// What may not stand in the path of a URI as %XX.
std::string percentEncoded(llvm::StringRef path);

// `file` as an absolute path without "." and "..", as seen from `root`.
std::string absolutePath(llvm::StringRef file, llvm::StringRef root);

// The part of an absolute path below an absolute folder; "" when it is not below it.
std::string pathBelow(llvm::StringRef path, llvm::StringRef folder);

std::string fileUri(llvm::StringRef absolutePath, llvm::StringRef host = ""); // "file:///a/b%20c"

} // namespace steward
