// Whether an instruction is code of a class that owns what its members lead to ([[owner]] in the models), or of one
// that leads from part to part inside of such.
#pragma once

#include "pointer/pointer_analysis.h"

#include "llvm/ADT/DenseMap.h"

namespace steward {

class OwnerCode {
public:
  explicit OwnerCode(const PointerAnalysis& pointers) : pointers_(pointers), program_(pointers.program()) {}

  OwnerRule ruleOf(const Instruction& instruction);
  OwnerRule ruleOfCallee(const Instruction& call); // of a function that stayed one

private:
  OwnerRule ruleOf(StringId name);

  const PointerAnalysis& pointers_;
  const Program& program_;
  llvm::DenseMap<StringId, OwnerRule> rules_; // of functions, by name
};

} // namespace steward
