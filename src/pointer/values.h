// The values of a function as the pointer analysis sees them: those that are surely equal are one, and those that
// cannot hold a pointer are none. Computed once for each function, however many instances it has.
//
//   x = c->next; if (c->next) use(c->next);        three loads of one value
//
// An analysis that does not look at the order of instructions cannot tell two loads of one address apart, so value
// numbering goes through memory as well.
#pragma once

#include "program/program.h"

#include "llvm/ADT/BitVector.h"

#include <vector>

namespace steward {

class FunctionValues {
public:
  FunctionValues() = default;
  FunctionValues(const Program& program, FunctionId function);

  // What stands for a value: a local with a slot, a constant, or nothing when it cannot hold a pointer.
  ValueId operator[](ValueId value) const { return value.isLocal() ? representatives_[value.local().index] : value; }
  // The number of a local that stands for itself, below slotCount().
  uint32_t slot(LocalId local) const { return slots_[local.index]; }
  uint32_t slotCount() const { return slotCount_; }
  // Whether a value is calculated with: a number rather than a pointer in an integer's clothes. Masks and tags do not
  // count.
  bool isNumber(ValueId value) const { return value.isLocal() && numbers_[value.local().index]; }
  // Whether another instruction of the function computes the same.
  bool isRedundant(InstructionId i) const { return redundant_[i.index - firstInstruction_]; }

private:
  bool mayHoldPointer(const Program& program, const Instruction& i) const;
  void findNumbers(const Program& program, const Function& f);

  std::vector<ValueId> representatives_; // by local
  std::vector<uint32_t> slots_;          // by local
  uint32_t slotCount_ = 0;
  uint32_t firstInstruction_ = 0;
  llvm::BitVector redundant_;
  llvm::BitVector numbers_; // by local
};

} // namespace steward
