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
  // What is loaded as one: 0 for the executable, a number of its own for each shared library. A module that is not
  // named is part of the executable.
  using Parts = llvm::DenseMap<const llvm::Module*, unsigned>;

  // Two strong definitions of one name are an error, as they are for a linker; but in different parts the lower one has
  // the name, as it has for who loads them. Modules are in the order of their parts.
  static llvm::Expected<Symbols> link(llvm::ArrayRef<std::unique_ptr<llvm::Module>> modules, Parts parts = Parts());

  // The global that a mention of `value` means: itself if internal, else the chosen definition (or declaration).
  const llvm::GlobalValue* resolve(const llvm::GlobalValue* value) const;

private:
  unsigned partOf(const llvm::GlobalValue& value) const { return parts_.lookup(value.getParent()); }

  Parts parts_;
  llvm::StringMap<const llvm::GlobalValue*> chosen_;
  llvm::StringMap<const llvm::GlobalValue*> hidden_; // "PART:NAME": what only its own part sees
};

} // namespace steward
