// Links modules by name, as a linker would: one definition for each external name, internal names kept apart.
//
// The modules stay as they are; only the choice is made here. That is cheaper than linking LLVM IR, and lets every
// module have its own context.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace steward {

class Symbols {
public:
  // Two strong definitions of one name are an error, as they are for a linker.
  static llvm::Expected<Symbols> link(llvm::ArrayRef<std::unique_ptr<llvm::Module>> modules);

  // The global that a mention of `value` means: itself if internal, else the chosen definition (or declaration).
  const llvm::GlobalValue* resolve(const llvm::GlobalValue* value) const;

private:
  llvm::StringMap<const llvm::GlobalValue*> chosen_;
};

} // namespace steward
