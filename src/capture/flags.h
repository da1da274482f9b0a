// The flags of a recorded compile command as clang is to have them: nothing is written beside the bitcode, warnings
// stop nobody, and what only GCC knows is left out.
//
// Most of GCC's flags clang knows, or takes without a word. Of the rest, few are listed here; for what is left, clang
// is asked: it names what it does not know, and that is left out (unknownFlags).
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>
#include <vector>

namespace steward {

std::vector<std::string> translateFlags(llvm::ArrayRef<std::string> flags);

// For code that GCC accepts with a warning at most.
llvm::ArrayRef<llvm::StringRef> leniency();

// The flags that clang's messages complain of.
std::set<std::string> unknownFlags(llvm::StringRef messages, llvm::ArrayRef<std::string> flags);

} // namespace steward
