// Which files are the system's.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace steward {

// Whether a file is a header of the system or the compiler: code in it belongs to a library.
inline bool isSystemFile(llvm::StringRef file) {
  return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") || file.starts_with("/usr/local/include/");
}

} // namespace steward
