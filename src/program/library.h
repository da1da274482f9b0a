// What is the program's own and what comes with the system.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace steward {

// Whether a file is a header of the system or the compiler: code in it belongs to a library.
bool isSystemFile(llvm::StringRef file);

} // namespace steward
