// The command lines of what a build runs beside compilers: ar, ld, and what copies files.
#pragma once

#include "capture/step.h"

namespace steward {

Steps parseArchiver(llvm::ArrayRef<std::string> words, llvm::StringRef directory);
Steps parseLinker(llvm::ArrayRef<std::string> words, llvm::StringRef directory);
Steps parseCopy(llvm::StringRef tool, llvm::ArrayRef<std::string> words, llvm::StringRef directory);

} // namespace steward
