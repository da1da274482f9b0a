#include "order/steps.h"

namespace steward {

Steps::Steps(const PointerAnalysis& pointers) {
  const Program& program = pointers.program();
  numbers_.resize(program.instructions.size());
  std::vector<uint32_t> counts(program.functions.size());
  for (uint32_t f = 0; f < program.functions.size(); ++f)
    for (BlockId b : program.blocksOf(program.functions[FunctionId(f)]))
      for (InstructionId i : program.instructionsOf(program.blocks[b]))
        if (isStep(program.instructions[i].opcode)) numbers_[i.index] = counts[f]++;
  first_.push_back(0);
  for (uint32_t n = 0; n < pointers.instances().size(); ++n)
    first_.push_back(first_.back() + counts[pointers.instances()[InstanceId(n)].function.index]);
  steps_.resize(first_.back());
  slots_.resize(pointers.instances().size());
  for (uint32_t n = 0; n < pointers.instances().size(); ++n)
    for (BlockId b : program.blocksOf(pointers.functionOf(InstanceId(n))))
      for (InstructionId i : program.instructionsOf(program.blocks[b])) {
        if (!isCall(program.instructions[i].opcode)) continue;
        CallSite site{InstanceId(n), i};
        Step& step = (*this)[site] = {pointers.callees(site), pointers.modelsAt(site), slots_[n]};
        slots_[n] += static_cast<uint32_t>(step.callees.size()) + 1;
      }
}

} // namespace steward
