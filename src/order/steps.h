// The calls and writes of each instance, looked up once: what the analysis asks of them again and again.
#pragma once

#include "pointer/pointer_analysis.h"

#include <vector>

namespace steward {

class Steps {
public:
  explicit Steps(const PointerAnalysis& pointers);

  struct Step {
    llvm::ArrayRef<InstanceId> callees;
    llvm::ArrayRef<const CallModel*> models;
    uint32_t slot = 0; // of the first callee, among all that the instance calls; the one behind the last is for all
    enum : uint8_t { Unknown, No, Yes } writesHandle = Unknown;
  };
  static bool isStep(Opcode opcode) { return isCall(opcode) || writesMemory(opcode); }
  uint32_t slotsOf(InstanceId instance) const { return slots_[instance.index]; }
  Step& operator[](CallSite site) { return steps_[first_[site.instance.index] + numbers_[site.instruction.index]]; }

private:
  std::vector<uint32_t> numbers_; // by instruction: how many steps of the function come before it
  std::vector<uint32_t> first_;   // by instance
  std::vector<uint32_t> slots_;
  std::vector<Step> steps_;
};

} // namespace steward
