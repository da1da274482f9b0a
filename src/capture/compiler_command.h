// The command line of a compiler's driver, as gcc and clang understand it.
#pragma once

#include "capture/step.h"

namespace steward {

Steps parseCompilerCommand(llvm::ArrayRef<std::string> words, llvm::StringRef directory, bool isCxxDriver);

// Whether the value of the option is the next word. Of those that may also be joined to it (-Iinc), only when they
// stand alone.
bool takesValue(llvm::StringRef option);

// Replaces "@FILE" by the words in that file, where it can be read.
std::vector<std::string> expandResponseFiles(llvm::ArrayRef<std::string> words, llvm::StringRef directory);

} // namespace steward
