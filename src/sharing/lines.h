// The lines of the program's own code that are behind an instruction: its own, or, when it is library code (a template
// in a system header), those of the calls that entered the library.
#pragma once

#include "sharing/origins.h"

#include <map>

namespace steward {

class OwnLines {
public:
  OwnLines(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins);

  // As an origin executes it. The library's own line when no other is found. Sorted by file, line and column.
  std::vector<PositionId> of(OriginId origin, InstanceId instance, InstructionId instruction);

private:
  PositionId ownPosition(InstructionId instruction) const; // invalid when all of it is library code
  const std::vector<PositionId>& callsInto(OriginId origin, InstanceId instance);

  const Program& program_;
  const Origins& origins_;
  struct Caller {
    InstanceId instance;
    InstructionId call;
  };
  std::vector<std::vector<Caller>> callers_;     // by instance
  std::vector<llvm::DenseSet<InstanceId>> runs_; // by origin, filled when first asked for
  std::map<std::pair<OriginId, InstanceId>, std::vector<PositionId>> known_;
};

} // namespace steward
