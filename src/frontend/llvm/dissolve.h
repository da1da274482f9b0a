// Small functions of libraries are put in the place of their calls: accessors, iterators, guards, smart pointers, the
// layers of forwarding that templates in system headers are made of.
//
//   for (auto& t : threads) t.join();      begin(), end(), operator!=, operator* and operator++ become a pointer that
//                                          runs from where the vector starts to where it ends
//   std::unique_lock l(m, std::try_to_lock); if (l) …      becomes: if (trylock succeeded) …
//
// The program that the analyses see is then written in its own terms, and each use of a library stands apart from all
// others. Locals that come to lie in registers by this are put there; branches that are decided by constant arguments
// (std::launch::deferred) are decided, and handlers of exceptions go that nothing throws. No access to memory that
// another thread could see goes away: reads that nothing uses stay.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace steward {

struct KnownFunctions {
  llvm::function_ref<bool(llvm::StringRef linkName)> keep;        // stay calls: they are known by their names
  llvm::function_ref<bool(llvm::StringRef linkName)> neverThrows; // of those that stay calls
  llvm::function_ref<bool(llvm::StringRef linkName)> succeeds;    // their result is 0: they start a thread
  llvm::function_ref<bool(llvm::StringRef linkName)> waits;       // with a lock that they are given, and leave as it is
};

void dissolveLibrary(llvm::Module& module, const KnownFunctions& known);

} // namespace steward
