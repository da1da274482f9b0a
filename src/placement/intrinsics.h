// memcpy and its like, and vector accesses under a mask: checked where they stand.
#pragma once

#include "placement/emit.h"

namespace steward::placement {

bool isMemoryIntrinsic(const llvm::Instruction& instruction);
void emitMemoryIntrinsic(Emitter& emitter, llvm::Instruction* instruction);

} // namespace steward::placement
